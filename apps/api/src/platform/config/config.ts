import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RetentionRule } from '@hotvote/shared/operator/health'
import { readBrands } from './brands.ts'
import { listConflicts, parseTrustProxy, type Settings, schema, settings } from './env-settings.ts'

/** Validates each setting separately, so that all errors are reported at once. */
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

export class ConfigError extends Error {
  override name = 'ConfigError'
}

const readBucket = (set: Settings) =>
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

/** Milliseconds. */
const readPool = (set: Settings) => ({
  max: set.DATABASE_CONNECTIONS,
  connectTimeout: set.DATABASE_CONNECT_TIMEOUT,
  statementTimeout: set.DATABASE_STATEMENT_TIMEOUT,
  lockTimeout: set.DATABASE_LOCK_TIMEOUT,
})

/** `every` is in milliseconds. */
const readBackups = (dir: string, set: Settings) => ({
  dir: resolve(dir),
  every: set.BACKUP_EVERY_HOURS * 60 * 60 * 1000,
  keep: set.BACKUP_KEEP,
})

/** Days; 0 keeps the data forever. */
const readRetention = (set: Settings): Record<RetentionRule, number> => ({
  visitors: set.RETENTION_VISITORS_DAYS,
  addresses: set.RETENTION_ADDRESSES_DAYS,
  operations: set.RETENTION_OPERATIONS_DAYS,
  'captured-emails': set.RETENTION_CAPTURED_EMAILS_DAYS,
})

const readScreening = ({ SCREENING_URL: url, SCREENING_SECRET: secret }: Settings) =>
  url === undefined || secret === undefined ? undefined : { url, secret }

const NO_BRANDS: ReturnType<typeof readBrands> = { brands: new Map(), problems: [] }

const readSettings = (env: NodeJS.ProcessEnv) => {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in settings && value !== ''))
  const { read, problems } = readEach(given)
  problems.push(...listConflicts(read))
  const named = read.BRANDS_FILE === undefined ? NO_BRANDS : readBrands(read.BRANDS_FILE)
  problems.push(...named.problems.map((problem) => `BRANDS_FILE ${problem}`))
  if (problems.length > 0)
    throw new ConfigError(
      `These settings are wrong (see .env.example):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  return { set: schema.parse(given), brands: named.brands }
}

/** @throws {ConfigError} listing every variable that is invalid or missing */
export const loadConfig = (env: NodeJS.ProcessEnv) => {
  const { set, brands } = readSettings(env)
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '')
  return {
    port: set.PORT,
    host: set.HOST,
    publicUrl,
    isPublicUrlGiven: set.PUBLIC_URL !== undefined,
    https: publicUrl.startsWith('https:'),
    hstsSubdomains: set.HSTS_SUBDOMAINS === 'on',
    dataDir: resolve(set.DATA_DIR),
    /** Bytes. */
    minFree: set.MIN_FREE_MB * 1024 * 1024,
    demo: set.DEMO === 'on' && set.DATABASE_URL === undefined,
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databasePool: readPool(set),
    firstItemTimeout: set.FIRST_ITEM_TIMEOUT,
    migrate: set.MIGRATE === 'on',
    backups: set.BACKUP_DIR === undefined ? undefined : readBackups(set.BACKUP_DIR, set),
    retention: readRetention(set),
    s3: readBucket(set),
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
    trustProxy: parseTrustProxy(set.TRUST_PROXY),
    role: set.ROLE,
    logLevel: set.LOG_LEVEL,
    rateLimits: set.RATE_LIMITS,
    metricsToken: set.METRICS_TOKEN,
    screening: readScreening(set),
  }
}

export type Config = ReturnType<typeof loadConfig>

/** Reads `.env` in the working directory. Environment variables take precedence. */
export const configOfProcess = () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return loadConfig(process.env)
}
