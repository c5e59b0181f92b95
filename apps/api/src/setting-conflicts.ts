import { relative, resolve } from 'node:path'
import { withoutPort } from './domain/host-names.ts'
import type { Settings } from './env-settings.ts'

type Given = Partial<Settings>
type Rule = [broken: boolean, problem: string]

/** One address, alone or behind a name. */
const SENDER = /^([^<>@\s,;]+@[^<>@\s,;]+|("[^"\r\n]*"|[^<>"@,;:\r\n]*)\s*<[^<>@\s,;]+@[^<>@\s,;]+>)$/

/** Our own database takes 60, some of which migrations, commands and the operator's tools may need. */
const EMBEDDED_CONNECTIONS = 40

const tooShort = (value: string | undefined, length: number) => value !== undefined && value.length < length

/** Whether a path lies in a folder, or is it. */
export const isInside = (path: string, folder: string) =>
  !/^[.][.](\/|$)/.test(relative(resolve(folder), resolve(path)))

const ofDatabase = (env: Given): Rule[] => {
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
      'BACKUP_DIR must lie outside of DATA_DIR: what is lost with it is no backup',
    ],
  ]
}

/** What says that a store is meant; a region alone does not. */
const OF_STORE = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_FORCE_PATH_STYLE'] as const

/** Hosts that serve buckets to the public. */
const BUCKET_HOST =
  /(^|\.)(amazonaws\.com|r2\.dev|r2\.cloudflarestorage\.com|storage\.googleapis\.com|backblazeb2\.com)$/

/** Whether `MEDIA_PUBLIC_URL` is an address of the bucket, which would go on serving removed items. */
const isBucketServed = ({ MEDIA_PUBLIC_URL, S3_ENDPOINT }: Given): boolean => {
  if (MEDIA_PUBLIC_URL === undefined) return false
  const { hostname } = new URL(MEDIA_PUBLIC_URL)
  const store = S3_ENDPOINT && new URL(S3_ENDPOINT).hostname
  return BUCKET_HOST.test(hostname) || (store !== undefined && (hostname === store || hostname.endsWith(`.${store}`)))
}

const ofStore = (env: Given): Rule[] => {
  const given = OF_STORE.filter((name) => env[name] !== undefined)
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

const ofSecrets = (env: Given): Rule[] => [
  [tooShort(env.ADMIN_PASSWORD, 12), 'ADMIN_PASSWORD is too short: at least 12 characters'],
  [tooShort(env.SECRET, 32), 'SECRET is too short: at least 32 characters'],
  [tooShort(env.METRICS_TOKEN, 16), 'METRICS_TOKEN is too short: at least 16 characters'],
]

const ofAddresses = (env: Given): Rule[] => [
  [
    env.ADMIN_HOST !== undefined &&
      env.PUBLIC_URL !== undefined &&
      withoutPort(env.ADMIN_HOST) === new URL(env.PUBLIC_URL).hostname,
    'ADMIN_HOST must be another host than that of PUBLIC_URL, where visitors would find nothing any more',
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

/** What breaks the rules between settings. They hold for whatever could be read, so that one wrong value hides no other. */
export const conflictsOf = (env: Given): string[] =>
  [ofDatabase, ofStore, ofSecrets, ofAddresses]
    .flatMap((rules) => rules(env))
    .filter(([broken]) => broken)
    .map(([, problem]) => problem)
