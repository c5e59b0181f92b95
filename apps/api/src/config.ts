import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { RetentionRule } from '@hotvote/shared/health'
import { z } from 'zod'
import { readBrands } from './brands.ts'
import { isTrustProxy, trustProxyOf } from './trust-proxy.ts'

/** An empty variable counts as one that is not set, as where only the `#` of a line of `.env.example` is taken away. */
const text = z.string().trim()
const optional = text.optional()
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const flag = z.enum(['on', 'off'])
/** `range` is what a wrong value is told to be. */
const wholeNumber = (range: string, min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = `must be a whole number ${range}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const port = wholeNumber('from 1 to 65535', 1, 65535)
/** At most two minutes: a day is counted five minutes after its end (`features/overview`), and no statement may go on until then. */
const milliseconds = wholeNumber('of milliseconds from 100 to 120000', 100, 120_000)
const days = wholeNumber('of days, 0 or more', 0, 36_500)
/** Our own database takes 60, some of which migrations, commands and the operator's tools may need. */
const EMBEDDED_CONNECTIONS = 40

const DATA_DIR = './data'

/** Every setting, in the order of `.env.example`. The description is the comment that stands there. */
export const settings = {
  PORT: port.default(3000).describe('Port to listen on.'),
  HOST: text.default('127.0.0.1').describe('Address to listen on (0.0.0.0 in a container).'),
  PUBLIC_URL: url
    .optional()
    .describe('Base of links in mails, without it http://localhost:PORT; https turns Secure cookies and HSTS on.'),
  DATA_DIR: text.default(DATA_DIR).describe('Embedded database, local media, mail, generated secrets.'),
  MIN_FREE_MB: wholeNumber('of megabytes', 0)
    .default(500)
    .describe('Megabytes that uploads, imports and exports leave free on the disk of DATA_DIR.'),
  DEMO: flag.default('on').describe('Demo collection on the first start with the embedded database: on or off.'),
  DATABASE_URL: optional.describe('PostgreSQL 15 or newer; without it the process runs its own.'),
  DATABASE_DIRECT_URL: optional.describe('PostgreSQL itself, when DATABASE_URL is a pooler in transaction mode.'),
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
    'Folder for regular backups of the embedded database and local media; without it there are none.',
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
  MEDIA_PUBLIC_URL: url.optional().describe('CDN or public bucket base URL; without it the API serves media.'),
  SMTP_URL: optional.describe('nodemailer connection URL; without it mails are written to DATA_DIR/mail.'),
  MAIL_FROM: optional.describe('Sender of mails; without it no-reply at the domain of the brand.'),
  OPERATOR_EMAIL: z.email('must be an e-mail address').optional().describe('Is told of each new takedown.'),
  ADMIN_USERNAME: text.default('admin').describe('Name of the operator.'),
  ADMIN_PASSWORD: z.string().optional().describe('Password of the operator; generated with the embedded database.'),
  ADMIN_HOST: optional.describe('Host name that alone answers /adm and /api/admin.'),
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
  RATE_LIMITS: z.enum(['on', 'relaxed']).default('on').describe('relaxed: a thousand times higher, for tests only.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters, without spaces')
    .optional()
    .describe('Bearer token that opens /metrics, 16 characters or more.'),
  METRICS_PORT: port
    .optional()
    .describe('Port for /metrics alone; it needs no credentials unless METRICS_TOKEN is set.'),
}

const schema = z.object(settings)
type Settings = z.infer<typeof schema>

/** One address, alone or behind a name. */
const SENDER = /^([^<>@\s,;]+@[^<>@\s,;]+|("[^"\r\n]*"|[^<>"@,;:\r\n]*)\s*<[^<>@\s,;]+@[^<>@\s,;]+>)$/

const isPostgres = (url = 'postgres://') => /^postgres(ql)?:\/\//.test(url)

/** Rules between settings. They hold for whatever could be read, so that one wrong value hides no other. */
const conflicts = (env: Partial<Settings>): string[] => {
  const production = env.DATABASE_URL !== undefined
  const rules: [broken: boolean, problem: string][] = [
    [!isPostgres(env.DATABASE_URL), 'DATABASE_URL must start with postgres://'],
    [!isPostgres(env.DATABASE_DIRECT_URL), 'DATABASE_DIRECT_URL must start with postgres://'],
    [env.DATABASE_DIRECT_URL !== undefined && !production, 'DATABASE_DIRECT_URL needs a DATABASE_URL'],
    [
      !production && (env.DATABASE_CONNECTIONS ?? 0) > EMBEDDED_CONNECTIONS,
      `DATABASE_CONNECTIONS above ${EMBEDDED_CONNECTIONS} needs a DATABASE_URL`,
    ],
    [production && !env.ADMIN_PASSWORD, 'ADMIN_PASSWORD is required with DATABASE_URL'],
    [production && !env.SECRET, 'SECRET is required with DATABASE_URL'],
    [
      production && env.BACKUP_DIR !== undefined,
      'BACKUP_DIR is for the embedded database: with DATABASE_URL use pg_dump (docs/operating.md, "Backup and restore")',
    ],
    [
      env.BACKUP_DIR !== undefined && isInside(env.BACKUP_DIR, env.DATA_DIR),
      'BACKUP_DIR must lie outside of DATA_DIR: what is lost with it is no backup',
    ],
    [tooShort(env.ADMIN_PASSWORD, 12), 'ADMIN_PASSWORD is too short: at least 12 characters'],
    [tooShort(env.SECRET, 32), 'SECRET is too short: at least 32 characters'],
    [tooShort(env.METRICS_TOKEN, 16), 'METRICS_TOKEN is too short: at least 16 characters'],
    [env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT, 'METRICS_PORT must be another port than PORT'],
    [
      env.S3_BUCKET !== undefined && (!env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY),
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required with S3_BUCKET',
    ],
    [env.SMTP_URL !== undefined && !/^smtps?:\/\//.test(env.SMTP_URL), 'SMTP_URL must start with smtp:// or smtps://'],
    [
      env.MAIL_FROM !== undefined && !SENDER.test(env.MAIL_FROM),
      'MAIL_FROM must be an address, or a name and <address>',
    ],
    [
      env.RATE_LIMITS === 'relaxed' && env.PUBLIC_URL?.startsWith('https') === true,
      'RATE_LIMITS may not be relaxed when PUBLIC_URL is https',
    ],
  ]
  return rules.filter(([broken]) => broken).map(([, problem]) => problem)
}

/** Whether a path lies in a folder, or is it. */
export const isInside = (path: string, folder = DATA_DIR) =>
  !/^[.][.](\/|$)/.test(relative(resolve(folder), resolve(path)))

const tooShort = (value: string | undefined, length: number) => value !== undefined && value.length < length

/** Reads each setting by itself, so that a wrong one does not hide problems of the others. */
const readEach = (given: Record<string, string | undefined>) => {
  const read: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, setting] of Object.entries(settings)) {
    const result = setting.safeParse(given[name])
    if (result.success) read[name] = result.data
    else problems.push(`${name} ${result.error.issues[0]?.message}`)
  }
  return { read: read as Partial<Settings>, problems }
}

/** Every problem of the environment at once, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Where media live when it is not on disk. */
const bucketOf = (set: Settings) =>
  set.S3_BUCKET === undefined
    ? undefined
    : {
        bucket: set.S3_BUCKET,
        endpoint: set.S3_ENDPOINT,
        region: set.S3_REGION,
        accessKeyId: set.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: set.S3_SECRET_ACCESS_KEY ?? '',
        forcePathStyle: set.S3_FORCE_PATH_STYLE === 'on',
      }

/** Times in milliseconds. */
const poolOf = (set: Settings) => ({
  max: set.DATABASE_CONNECTIONS,
  connectTimeout: set.DATABASE_CONNECT_TIMEOUT,
  statementTimeout: set.DATABASE_STATEMENT_TIMEOUT,
  lockTimeout: set.DATABASE_LOCK_TIMEOUT,
})

/** When backups are made and how many are kept; `every` in milliseconds. */
const backupsOf = (dir: string, set: Settings) => ({
  dir: resolve(dir),
  every: set.BACKUP_EVERY_HOURS * 60 * 60 * 1000,
  keep: set.BACKUP_KEEP,
})

/** Days; 0: kept. */
const retentionOf = (set: Settings): Record<RetentionRule, number> => ({
  visitors: set.RETENTION_VISITORS_DAYS,
  addresses: set.RETENTION_ADDRESSES_DAYS,
  operations: set.RETENTION_OPERATIONS_DAYS,
  'captured-emails': set.RETENTION_CAPTURED_EMAILS_DAYS,
})

const NO_BRANDS: ReturnType<typeof readBrands> = { brands: new Map(), problems: [] }

/** @throws {ConfigError} naming every variable that is wrong or missing */
const readSettings = (env: NodeJS.ProcessEnv) => {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in settings && value !== ''))
  const { read, problems } = readEach(given)
  problems.push(...conflicts(read))
  const named = read.BRANDS_FILE === undefined ? NO_BRANDS : readBrands(read.BRANDS_FILE)
  problems.push(...named.problems.map((problem) => `BRANDS_FILE ${problem}`))
  if (problems.length > 0)
    throw new ConfigError(
      `These settings are wrong (see .env.example):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  return { set: schema.parse(given), brands: named.brands }
}

/**
 * Reads the settings once.
 * @throws {ConfigError} naming every variable that is wrong or missing
 */
export const loadConfig = (env: NodeJS.ProcessEnv) => {
  const { set, brands } = readSettings(env)
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '')
  return {
    port: set.PORT,
    host: set.HOST,
    publicUrl,
    https: publicUrl.startsWith('https:'),
    dataDir: resolve(set.DATA_DIR),
    /** Bytes. */
    minFree: set.MIN_FREE_MB * 1024 * 1024,
    demo: set.DEMO === 'on' && set.DATABASE_URL === undefined,
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databasePool: poolOf(set),
    firstItemTimeout: set.FIRST_ITEM_TIMEOUT,
    migrate: set.MIGRATE === 'on',
    backups: set.BACKUP_DIR === undefined ? undefined : backupsOf(set.BACKUP_DIR, set),
    retention: retentionOf(set),
    s3: bucketOf(set),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    operatorEmail: set.OPERATOR_EMAIL,
    adminHost: set.ADMIN_HOST?.toLowerCase(),
    brands,
    mediaNice: set.MEDIA_NICE === 'on',
    mediaPublicUrl: set.MEDIA_PUBLIC_URL?.replace(/\/+$/, ''),
    adminUsername: set.ADMIN_USERNAME,
    adminPassword: set.ADMIN_PASSWORD,
    secret: set.SECRET,
    trustProxy: trustProxyOf(set.TRUST_PROXY),
    role: set.ROLE,
    logLevel: set.LOG_LEVEL,
    rateLimits: set.RATE_LIMITS,
    metricsToken: set.METRICS_TOKEN,
    metricsPort: set.METRICS_PORT,
  }
}

export type Config = ReturnType<typeof loadConfig>

/** Reads `.env` of the working folder, where there is one, and then the environment, which wins. */
export const configOfProcess = () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return loadConfig(process.env)
}
