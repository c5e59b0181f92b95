import { isIP } from 'node:net'
import { relative, resolve } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { isHostName, withoutPort } from '../../domain/host-names.ts'

const isTrustProxy = (value = 'off') =>
  /^(off|true|\d+)$/.test(value) ||
  value.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/')
    if (/^(loopback|linklocal|uniquelocal)$/.test(address)) return bits === undefined
    return (
      isIP(address) > 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
    )
  })

export const parseTrustProxy = (value: string | undefined) => {
  if (value === undefined || value === 'off') return false
  if (value === 'true') return true
  return /^\d+$/.test(value) ? Number(value) : value
}

const text = z.string().trim()
const optional = text.optional()
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** An unescaped `#`, `/` or `?` in a password would change the host or break the URL. */
const ESCAPING_HINT = 'with #, /, ?, @ and % of name and password written as %23, %2F, %3F, %40 and %25'
const canDecode = (part: string) => {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
const isSmtp = (value: string) => {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.hash === '' &&
    /^\/?$/.test(url.pathname) &&
    !url.search.includes('@') &&
    [url.username, url.password].every(canDecode)
  )
}
/** Parses like the pg driver, because `URL` rejects a connection string without a host (a socket). */
const isPostgres = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value) || value.includes('#') || /[?][^=&]*@/.test(value)) return false
  try {
    const { host, database } = new pg.Client({ connectionString: value })
    return host !== '' && !`${database}`.includes('@')
  } catch {
    return false
  }
}
const smtp = optional.refine(
  (value) => value === undefined || isSmtp(value),
  `must be smtp://name:password@host:port or smtps://…, ${ESCAPING_HINT}`,
)
const postgres = optional.refine(
  (value) => value === undefined || isPostgres(value),
  `must be postgres://name:password@host:port/database, ${ESCAPING_HINT}`,
)
const flag = z.enum(['on', 'off'])
const wholeNumber = (range: string, min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = `must be a whole number ${range}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
/** The maximum is two minutes, because `features/overview` counts each day five minutes after the day ends. */
const milliseconds = wholeNumber('of milliseconds from 100 to 120000', 100, 120_000)
const days = wholeNumber('of days, 0 or more', 0, 36_500)

/** A test generates `docs/settings.md` and `.env.example` from this list, in this order. */
export const settings = {
  PUBLIC_URL: url
    .optional()
    .describe('Address of the site. Links in emails start with it; https turns on secure cookies and HSTS.'),
  TRUST_PROXY: optional
    .refine((value) => isTrustProxy(value), 'must be true, off, a number of hops, or addresses')
    .describe('Number of proxies in front of HotVote, or their addresses. Without it all visitors share one address.'),
  DATABASE_URL: postgres.describe('PostgreSQL 15 or newer. Without it HotVote starts its own.'),
  ADMIN_PASSWORD: z
    .string()
    .optional()
    .describe('Password of the first operator, 12 characters or more. Generated with the embedded database.'),
  SECRET: z
    .string()
    .optional()
    .describe(
      'Signs cookies, 32 characters or more. Changing it logs out all visitors and invalidates second factors. Generated with the embedded database.',
    ),
  SMTP_URL: smtp.describe(
    'Mail server, smtp:// with STARTTLS or smtps://. Without it emails are files in DATA_DIR/mail.',
  ),
  MAIL_FROM: optional.describe('Sender of emails. Without it no-reply at the domain of the brand.'),
  OPERATOR_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .describe('Receives takedowns, urgent reports and surges of new visitors at once, and a summary at 07:00 UTC.'),
  ADMIN_USERNAME: text.default('admin').describe('Name of the first operator, who is always an admin.'),
  ADMIN_HOST: optional
    .refine((host) => host === undefined || isHostName(withoutPort(host)), 'must be a host name')
    .describe('Separate host name for the back office. Ad code may run in the page only with it.'),
  BRANDS_FILE: optional.describe('JSON file with a name and logo for each further host name.'),
  HOST: text.default('127.0.0.1').describe('Address to listen on. 0.0.0.0 accepts connections from other machines.'),
  PORT: wholeNumber('from 1 to 65535', 1, 65535).default(3000).describe('Port to listen on.'),
  ROLE: z
    .enum(['web', 'worker', 'all'])
    .default('all')
    .describe('web, worker or all. web serves visitors, worker runs background jobs, all does both.'),
  DATA_DIR: text.default('./data').describe('Folder for the embedded database, media, emails and generated secrets.'),
  MIN_FREE_MB: wholeNumber('of megabytes', 0)
    .default(500)
    .describe('Megabytes that uploads, imports and exports leave free on the disk of DATA_DIR.'),
  DEMO: flag
    .default('on')
    .describe('on or off. on adds a demo collection on the first start with the embedded database.'),
  BACKUP_DIR: optional.describe('Folder for scheduled backups, outside DATA_DIR. Without it there are none.'),
  BACKUP_EVERY_HOURS: wholeNumber('of hours, 1 or more', 1).default(24).describe('Hours between two backups.'),
  BACKUP_KEEP: wholeNumber('of backups, 1 or more', 1).default(7).describe('Number of backups to keep.'),
  S3_BUCKET: optional.describe('Bucket of an S3-compatible store. Without it media are files in DATA_DIR/media.'),
  S3_ENDPOINT: url.optional().describe('Address of the store. Not needed for AWS.'),
  S3_REGION: text.default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: optional.describe('Access key that may list, read, write and delete in the bucket.'),
  S3_SECRET_ACCESS_KEY: optional.describe('Secret of the access key.'),
  S3_FORCE_PATH_STYLE: flag.optional().describe('on or off. on for stores that expect the bucket in the path.'),
  MEDIA_PUBLIC_URL: url.optional().describe('Base URL of a CDN that pulls from /media of this site. Never a bucket.'),
  RETENTION_VISITORS_DAYS: days
    .default(90)
    .describe('Days until visitors who did nothing and never returned are removed. 0 keeps them.'),
  RETENTION_ADDRESSES_DAYS: days
    .default(90)
    .describe('Days until IP addresses in the audit log and in finished operations are blanked. 0 keeps them.'),
  RETENTION_OPERATIONS_DAYS: days
    .default(90)
    .describe('Days until finished operations and failed jobs are removed. 0 keeps them.'),
  RETENTION_CAPTURED_EMAILS_DAYS: days
    .default(730)
    .describe('Days until captured email addresses are removed. 0 keeps them.'),
  SCREENING_URL: url
    .refine((value) => !/^https?:[/][/][^/]*@/.test(value), 'may not contain a name or password')
    .optional()
    .describe('Service that scores a thumbnail of each upload before it is published. See docs/screening.md.'),
  SCREENING_SECRET: z.string().optional().describe('Signs requests to SCREENING_URL, 16 characters or more.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters, without spaces')
    .optional()
    .describe('Bearer token for /metrics, 16 characters or more. Without it /metrics is off.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged: fatal, error, warn, info, debug, trace or silent.'),
  HSTS_SUBDOMAINS: flag.default('off').describe('on or off. on extends HSTS to all subdomains of PUBLIC_URL.'),
  MIGRATE: flag
    .default('on')
    .describe('on or off. off refuses to start with pending migrations: run pnpm migrate first.'),
  DATABASE_DIRECT_URL: postgres.describe('PostgreSQL itself, when DATABASE_URL is a pooler in transaction mode.'),
  DATABASE_CONNECTIONS: wholeNumber('from 2 to 500', 2, 500)
    .default(10)
    .describe('Most database connections of one process.'),
  DATABASE_CONNECT_TIMEOUT: milliseconds.default(2500).describe('Milliseconds to wait for a connection.'),
  DATABASE_STATEMENT_TIMEOUT: milliseconds.default(5000).describe('Milliseconds that a statement may take.'),
  DATABASE_LOCK_TIMEOUT: milliseconds.default(3000).describe('Milliseconds that a statement waits for a lock.'),
  FIRST_ITEM_TIMEOUT: milliseconds
    .default(150)
    .describe('Milliseconds that the page waits for its first photo before it is sent without.'),
  MEDIA_NICE: flag.default('on').describe('on or off. on processes uploads at low priority, so that votes stay fast.'),
  RATE_LIMITS: z
    .enum(['on', 'relaxed'])
    .default('on')
    .describe('on or relaxed. relaxed raises all limits a thousand times, for tests.'),
}

export const schema = z.object(settings)
export type Settings = z.infer<typeof schema>

type Given = Partial<Settings>
type Rule = [broken: boolean, problem: string]

/** An email address, optionally with a display name. */
const SENDER = /^([^<>@\s,;]+@[^<>@\s,;]+|("[^"\r\n]*"|[^<>"@,;:\r\n]*)\s*<[^<>@\s,;]+@[^<>@\s,;]+>)$/

/** The embedded database allows 60 connections; the rest are for migrations, commands and the operator's tools. */
const EMBEDDED_CONNECTIONS = 40

const tooShort = (value: string | undefined, length: number) => value !== undefined && value.length < length

/** Also returns true for the folder itself. */
export const isInside = (path: string, folder: string) =>
  !/^[.][.](\/|$)/.test(relative(resolve(folder), resolve(path)))

const databaseRules = (env: Given): Rule[] => {
  const production = env.DATABASE_URL !== undefined
  return [
    [env.DATABASE_DIRECT_URL !== undefined && !production, 'DATABASE_DIRECT_URL needs a DATABASE_URL'],
    [
      !production && (env.DATABASE_CONNECTIONS ?? 0) > EMBEDDED_CONNECTIONS,
      `DATABASE_CONNECTIONS above ${EMBEDDED_CONNECTIONS} needs a DATABASE_URL`,
    ],
    [
      !production && (env.ROLE === 'web' || env.ROLE === 'worker'),
      `ROLE=${env.ROLE} needs a DATABASE_URL: the embedded database is for one process, which does both`,
    ],
    [production && !env.ADMIN_PASSWORD, 'ADMIN_PASSWORD is required with DATABASE_URL'],
    [production && !env.SECRET, 'SECRET is required with DATABASE_URL'],
    [
      env.BACKUP_DIR !== undefined && env.DATA_DIR !== undefined && isInside(env.BACKUP_DIR, env.DATA_DIR),
      'BACKUP_DIR must lie outside of DATA_DIR, so that losing one does not lose the other',
    ],
  ]
}

/** Settings that require `S3_BUCKET`. A region alone does not. */
const STORE_SETTINGS = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_FORCE_PATH_STYLE'] as const

const BUCKET_HOST =
  /(^|\.)(amazonaws\.com|r2\.dev|r2\.cloudflarestorage\.com|storage\.googleapis\.com|backblazeb2\.com)$/

/** Detects media served directly from a public bucket, where removed items would remain available. */
const isBucketServed = ({ MEDIA_PUBLIC_URL, S3_ENDPOINT }: Given): boolean => {
  if (MEDIA_PUBLIC_URL === undefined) return false
  const { hostname } = new URL(MEDIA_PUBLIC_URL)
  const store = S3_ENDPOINT && new URL(S3_ENDPOINT).hostname
  return BUCKET_HOST.test(hostname) || (store !== undefined && (hostname === store || hostname.endsWith(`.${store}`)))
}

const storeRules = (env: Given): Rule[] => {
  const given = STORE_SETTINGS.filter((name) => env[name] !== undefined)
  return [
    [
      env.S3_BUCKET !== undefined && (!env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY),
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required with S3_BUCKET',
    ],
    [
      env.S3_BUCKET === undefined && given.length > 0,
      `S3_BUCKET is required with ${given.join(', ')}: without it media would lie on the disk`,
    ],
    [
      isBucketServed(env),
      'MEDIA_PUBLIC_URL must be a CDN that pulls from /media of this site, not the bucket, which serves removed items',
    ],
  ]
}

const secretRules = (env: Given): Rule[] => [
  [tooShort(env.ADMIN_PASSWORD, 12), 'ADMIN_PASSWORD is too short: at least 12 characters'],
  [tooShort(env.SECRET, 32), 'SECRET is too short: at least 32 characters'],
  [tooShort(env.METRICS_TOKEN, 16), 'METRICS_TOKEN is too short: at least 16 characters'],
  [tooShort(env.SCREENING_SECRET, 16), 'SCREENING_SECRET is too short: at least 16 characters'],
  [
    (env.SCREENING_URL === undefined) !== (env.SCREENING_SECRET === undefined),
    'SCREENING_URL and SCREENING_SECRET are required together',
  ],
]

const addressRules = (env: Given): Rule[] => [
  [
    env.ADMIN_HOST !== undefined &&
      env.PUBLIC_URL !== undefined &&
      withoutPort(env.ADMIN_HOST) === new URL(env.PUBLIC_URL).hostname,
    'ADMIN_HOST must be another host than that of PUBLIC_URL, which serves visitors',
  ],
  [env.MAIL_FROM !== undefined && !SENDER.test(env.MAIL_FROM), 'MAIL_FROM must be an address, or a name and <address>'],
  [
    env.HSTS_SUBDOMAINS === 'on' && env.PUBLIC_URL?.startsWith('https:') !== true,
    'HSTS_SUBDOMAINS needs a PUBLIC_URL with https',
  ],
  [
    env.RATE_LIMITS === 'relaxed' && env.PUBLIC_URL?.startsWith('https') === true,
    'RATE_LIMITS may not be relaxed when PUBLIC_URL is https',
  ],
]

export const listConflicts = (env: Given): string[] =>
  [databaseRules, storeRules, secretRules, addressRules]
    .flatMap((rules) => rules(env))
    .filter(([broken]) => broken)
    .map(([, problem]) => problem)
