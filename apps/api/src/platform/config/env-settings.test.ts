import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { listConflicts, settings } from './env-settings.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const readDocument = (name: string) => readFileSync(join(ROOT, name), 'utf8')

const EXAMPLES: Record<keyof typeof settings, string> = {
  PUBLIC_URL: 'https://hot.example',
  TRUST_PROXY: '1',
  DATABASE_URL: 'postgres://hotvote:password@127.0.0.1:5432/hotvote',
  ADMIN_PASSWORD: 'at-least-12-characters',
  SECRET: 'at-least-32-random-characters-of-yours',
  SMTP_URL: 'smtp://hotvote:password@mail.hot.example:587',
  MAIL_FROM: 'Hot Example <hello@hot.example>',
  OPERATOR_EMAIL: 'operator@hot.example',
  ADMIN_USERNAME: 'ada',
  ADMIN_HOST: 'adm.hot.example',
  BRANDS_FILE: '/etc/hotvote/brands.json',
  HOST: '0.0.0.0',
  PORT: '8080',
  ROLE: 'web',
  DATA_DIR: '/var/lib/hotvote',
  MIN_FREE_MB: '2000',
  DEMO: 'off',
  BACKUP_DIR: '/var/backups/hotvote',
  BACKUP_EVERY_HOURS: '12',
  BACKUP_KEEP: '14',
  S3_BUCKET: 'hotvote',
  S3_ENDPOINT: 'https://s3.hot.example',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'hotvote',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-access-key',
  S3_FORCE_PATH_STYLE: 'on',
  MEDIA_PUBLIC_URL: 'https://cdn.hot.example/media',
  RETENTION_VISITORS_DAYS: '30',
  RETENTION_ADDRESSES_DAYS: '30',
  RETENTION_OPERATIONS_DAYS: '30',
  RETENTION_CAPTURED_EMAILS_DAYS: '365',
  SCREENING_URL: 'http://127.0.0.1:8080/',
  SCREENING_SECRET: 'at-least-16-characters',
  METRICS_TOKEN: 'at-least-16-characters',
  LOG_LEVEL: 'warn',
  HSTS_SUBDOMAINS: 'on',
  MIGRATE: 'off',
  DATABASE_DIRECT_URL: 'postgres://hotvote:password@127.0.0.1:5432/hotvote',
  DATABASE_CONNECTIONS: '20',
  DATABASE_CONNECT_TIMEOUT: '5000',
  DATABASE_STATEMENT_TIMEOUT: '10000',
  DATABASE_LOCK_TIMEOUT: '5000',
  FIRST_ITEM_TIMEOUT: '300',
  MEDIA_NICE: 'off',
  RATE_LIMITS: 'on',
}

const examples = new Map<string, string>(Object.entries(EXAMPLES))
const described = Object.entries(settings).map(([name, schema]) => ({
  name,
  meaning: schema.description,
  default: schema.safeParse(undefined).data,
  example: examples.get(name),
}))

it('accepts the examples of all settings together', () => {
  const read = Object.entries(settings).map(([name, schema]) => [name, schema.parse(examples.get(name))])
  expect(listConflicts(Object.fromEntries(read))).toEqual([])
})

/** Update both documents with `npx vitest run env-settings --update`. */
it('describes each setting in docs/settings.md', async () => {
  const [head] = readDocument('docs/settings.md').split('| Setting')
  const rows = described.map(
    ({ name, meaning, example, default: value }) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | \`${example}\` | ${meaning} |\n`,
  )
  const table = `| Setting | Default | Example | Meaning |\n|---|---|---|---|\n${rows.join('')}`
  await expect(`${head}${table}`).toMatchFileSnapshot(join(ROOT, 'docs/settings.md'))
})

it('describes each setting in .env.example', async () => {
  const [head] = readDocument('.env.example').split('\n\n')
  const entries = described.map(({ name, meaning, example, default: value }) => {
    const preset = value === undefined ? '' : ` Default: ${value}.`
    return `# ${meaning}${preset}\n# ${name}=${example}\n`
  })
  await expect(`${head}\n\n${entries.join('\n')}`).toMatchFileSnapshot(join(ROOT, '.env.example'))
})

it('changes no setting when .env.example is copied to .env, even in the image', () => {
  const copied = { ...parseEnv(readDocument('.env.example')) }
  expect(loadConfig(copied)).toEqual(loadConfig({}))
  const [, set = ''] = /^ENV (.*)$/m.exec(readDocument('Dockerfile')) ?? []
  const image = parseEnv(set.replaceAll(' ', '\n'))
  expect(loadConfig({ ...image, ...copied })).toMatchObject({ host: '0.0.0.0', dataDir: '/data' })
})

it('starts .env.example with the settings that a real site needs', () => {
  const [head = ''] = readDocument('.env.example').split('\n\n')
  const named = head.match(/\b[A-Z]+_?[A-Z]+\b(?=[,.])/g)
  expect(named).toEqual(Object.keys(settings).slice(0, 6))
})
