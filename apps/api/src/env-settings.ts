import pg from 'pg'
import { z } from 'zod'
import { isHostName, withoutPort } from './domain/host-names.ts'
import { isTrustProxy } from './trust-proxy.ts'

/** An empty variable counts as one that is not set, as where only the `#` of a line of `.env.example` is taken away. */
const text = z.string().trim()
const optional = text.optional()
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** A `#`, `/` or `?` in a password turns an address into another host, or into no address. */
const AS_CODE = 'with #, /, ?, @ and % of name and password written as %23, %2F, %3F, %40 and %25'
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
/** As the driver reads it: one without a host leads to a socket, and is no URL elsewhere. */
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
  `must be smtp://name:password@host:port or smtps://…, ${AS_CODE}`,
)
const postgres = optional.refine(
  (value) => value === undefined || isPostgres(value),
  `must be postgres://name:password@host:port/database, ${AS_CODE}`,
)
const flag = z.enum(['on', 'off'])
/** `range` is what a wrong value is told to be. */
const wholeNumber = (range: string, min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = `must be a whole number ${range}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
/** At most two minutes: a day is counted five minutes after its end (`features/overview`), and no statement may go on until then. */
const milliseconds = wholeNumber('of milliseconds from 100 to 120000', 100, 120_000)
const days = wholeNumber('of days, 0 or more', 0, 36_500)

/** Every setting, in the order of `.env.example`. The description is the comment that stands there. */
export const settings = {
  PORT: wholeNumber('from 1 to 65535', 1, 65535).default(3000).describe('Port to listen on.'),
  HOST: text.default('127.0.0.1').describe('Address to listen on (0.0.0.0 in a container).'),
  PUBLIC_URL: url
    .optional()
    .describe('Base of links in mails, without it http://localhost:PORT; https turns Secure cookies and HSTS on.'),
  DATA_DIR: text.default('./data').describe('Embedded database, local media, mail, generated secrets.'),
  MIN_FREE_MB: wholeNumber('of megabytes', 0)
    .default(500)
    .describe('Megabytes that uploads, imports and exports leave free on the disk of DATA_DIR.'),
  DEMO: flag.default('on').describe('Demo collection on the first start with the embedded database: on or off.'),
  DATABASE_URL: postgres.describe('PostgreSQL 15 or newer; without it the process runs its own.'),
  DATABASE_DIRECT_URL: postgres.describe('PostgreSQL itself, when DATABASE_URL is a pooler in transaction mode.'),
  DATABASE_CONNECTIONS: wholeNumber('from 2 to 500', 2, 500)
    .default(10)
    .describe('Most connections of a process to the database.'),
  DATABASE_CONNECT_TIMEOUT: milliseconds.default(2500).describe('Milliseconds to wait for a connection.'),
  DATABASE_STATEMENT_TIMEOUT: milliseconds.default(5000).describe('Milliseconds that a statement may take.'),
  DATABASE_LOCK_TIMEOUT: milliseconds.default(3000).describe('Milliseconds that a statement waits for a lock.'),
  FIRST_ITEM_TIMEOUT: milliseconds
    .default(150)
    .describe('Milliseconds that a page waits for its first photo before it comes without.'),
  MIGRATE: flag
    .default('on')
    .describe('off: a start with pending migrations is refused instead of applying them (pnpm migrate).'),
  BACKUP_DIR: optional.describe(
    'Folder for regular backups of the database and of media on the disk; without it there are none.',
  ),
  BACKUP_EVERY_HOURS: wholeNumber('of hours, 1 or more', 1).default(24).describe('Hours between two of them.'),
  BACKUP_KEEP: wholeNumber('of backups, 1 or more', 1).default(7).describe('How many of them are kept.'),
  RETENTION_VISITORS_DAYS: days
    .default(90)
    .describe('Days until visitors who never did anything and did not come back are removed; 0: never.'),
  RETENTION_ADDRESSES_DAYS: days
    .default(90)
    .describe('Days until network addresses in the audit log and in finished work are blanked; 0: never.'),
  RETENTION_OPERATIONS_DAYS: days
    .default(90)
    .describe('Days until finished long work and jobs that were given up are removed; 0: never.'),
  RETENTION_CAPTURED_EMAILS_DAYS: days
    .default(730)
    .describe('Days until e-mail addresses that visitors left are removed; 0: never.'),
  S3_BUCKET: optional.describe('Bucket of an S3-compatible store; without it media live under DATA_DIR.'),
  S3_ENDPOINT: url.optional().describe('Address of the store, when it is not AWS.'),
  S3_REGION: text.default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: optional.describe('Key of the store.'),
  S3_SECRET_ACCESS_KEY: optional.describe('Secret of that key.'),
  S3_FORCE_PATH_STYLE: flag.optional().describe('on for stores that want the bucket in the path.'),
  MEDIA_NICE: flag
    .default('on')
    .describe('on: the processes that read media leave the processor to everything else that runs here.'),
  MEDIA_PUBLIC_URL: url
    .optional()
    .describe('Base URL of a CDN that pulls from /media of this site; never a public bucket.'),
  SMTP_URL: smtp.describe(
    'smtp:// or smtps:// address of the mail server; without it mails are written to DATA_DIR/mail.',
  ),
  MAIL_FROM: optional.describe('Sender of mails; without it no-reply at the domain of the brand.'),
  OPERATOR_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .describe(
      'Gets an e-mail for each takedown, urgent reports and networks of many new visitors, and daily at 07:00 UTC what waits.',
    ),
  ADMIN_USERNAME: text.default('admin').describe('Name of the operator.'),
  ADMIN_PASSWORD: z.string().optional().describe('Password of the operator; generated with the embedded database.'),
  ADMIN_HOST: optional
    .refine((host) => host === undefined || isHostName(withoutPort(host)), 'must be a host name')
    .describe('Host name that alone answers /adm and /api/admin.'),
  SECRET: z.string().optional().describe('Signs cookies; generated with the embedded database.'),
  TRUST_PROXY: optional
    .refine((value) => isTrustProxy(value), 'must be true, off, a number of hops, or addresses')
    .describe(
      'Express "trust proxy": off, true, a number of hops, or addresses and networks, also loopback, linklocal and uniquelocal.',
    ),
  BRANDS_FILE: optional.describe('JSON file: host name to {siteName, domain, useLogo, logoType, logoUrl}.'),
  ROLE: z.enum(['web', 'worker', 'all']).default('all').describe('What this process does: web, worker or all.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  HSTS_SUBDOMAINS: flag
    .default('off')
    .describe('on: browsers keep to https on all subdomains of PUBLIC_URL, too (HSTS includeSubDomains).'),
  RATE_LIMITS: z.enum(['on', 'relaxed']).default('on').describe('relaxed: a thousand times higher, for tests only.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters, without spaces')
    .optional()
    .describe('Bearer token that opens /metrics, 16 characters or more.'),
}

export const schema = z.object(settings)
export type Settings = z.infer<typeof schema>
