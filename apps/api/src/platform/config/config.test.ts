import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { settings } from './env-settings.ts'

const production = {
  DATABASE_URL: 'postgres://hotvote@db.example.test/hotvote',
  ADMIN_PASSWORD: 'twelve chars',
  SECRET: 's'.repeat(32),
}

const getProblems = (env: Record<string, string | undefined>) => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
}
const withUnescapedPassword = (scheme: string) =>
  ['pa#ss', '12#ss', 'pa/ss', '12/ss', '12?ss'].map((password) => `${scheme}://ada:${password}@host.example.test/`)
const listNames = (problems: string[]) => problems.map((line) => line.trim().split(' ')[0]).sort()

describe('an empty environment', () => {
  it('has defaults for all settings', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      https: false,
      dataDir: resolve('data'),
      minFree: 500 * 1024 * 1024,
      retention: { visitors: 90, addresses: 90, operations: 90, 'captured-emails': 730 },
      demo: true,
      databaseUrl: undefined,
      adminUsername: 'admin',
      adminPassword: undefined,
      secret: undefined,
      trustProxy: false,
      role: 'all',
      logLevel: 'info',
      rateLimits: 'on',
    })
  })

  it('treats an empty variable as unset', () => {
    const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']))
    expect(loadConfig(empty)).toEqual(loadConfig({}))
  })

  it('ignores other variables', () => {
    expect(loadConfig({ PATH: '/bin', NODE_ENV: 'production', PGHOST: 'elsewhere' })).toEqual(loadConfig({}))
  })
})

describe('a setting', () => {
  it('is read from the environment', () => {
    const config = loadConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/hotvote',
      DEMO: 'off',
      ADMIN_USERNAME: 'ada',
      ...production,
      ROLE: 'worker',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'relaxed',
    })
    expect(config).toMatchObject({ port: 8080, host: '0.0.0.0', dataDir: '/srv/hotvote', demo: false, role: 'worker' })
    expect(config).toMatchObject({ publicUrl: 'http://localhost:8080', adminUsername: 'ada', logLevel: 'warn' })
    expect(config.rateLimits).toBe('relaxed')
  })

  it.each([
    ['', false],
    ['off', false],
    ['true', true],
    ['2', 2],
    ['loopback, 10.0.0.0/8, fd00::/8', 'loopback, 10.0.0.0/8, fd00::/8'],
  ])('is read from TRUST_PROXY=%s as %j', (given, trusted) => {
    expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toBe(trusted)
  })

  it.each([
    ['PORT', ['0', '65536', '-1', '80.5', 'http']],
    ['PUBLIC_URL', ['hot.example.test', 'ftp://hot.example.test', 'javascript:alert(1)', '//x']],
    ['MIN_FREE_MB', ['-1', '0.5', '1 GB']],
    ['DEMO', ['yes', '1', 'ON']],
    ['MIGRATE', ['no']],
    ['BACKUP_EVERY_HOURS', ['0', '1.5', 'daily']],
    ['BACKUP_KEEP', ['0', '-1', 'all']],
    ['BACKUP_DIR', ['./data/backups']],
    ['RETENTION_VISITORS_DAYS', ['-1', '1.5', '36501', 'never']],
    ['RETENTION_ADDRESSES_DAYS', ['-1', 'x']],
    ['RETENTION_OPERATIONS_DAYS', ['-1', 'x']],
    ['RETENTION_CAPTURED_EMAILS_DAYS', ['-1', 'x']],
    ['TRUST_PROXY', ['yes', '10.0.0.0/33', 'loopbak', '1.2.3.4, x']],
    ['S3_ENDPOINT', ['s3.example.test']],
    ['S3_FORCE_PATH_STYLE', ['true']],
    ['MEDIA_NICE', ['19']],
    ['MEDIA_PUBLIC_URL', ['cdn.example.test', 'https://media.s3.eu-west-1.amazonaws.com', 'https://pub-1.r2.dev/hot']],
    ['MAIL_FROM', ['HotVote', 'a@b.test, c@d.test', 'A, B <a@b.test>', 'A <a@b.test>\r\nBcc: c@d.test']],
    ['OPERATOR_EMAIL', ['nobody', 'a@b@c', 'a@example.test, b@example.test']],
    ['ADMIN_HOST', ['https://adm.example.test', 'adm.example.test/adm', 'adm example', '*.example.test']],
    ['ADMIN_PASSWORD', ['admin', 'password', '11characters'.slice(1)]],
    ['SECRET', ['short', 's'.repeat(31)]],
    ['BRANDS_FILE', ['/nowhere/brands.json']],
    ['ROLE', ['both']],
    ['LOG_LEVEL', ['loud']],
    ['RATE_LIMITS', ['off']],
    ['METRICS_TOKEN', ['fifteen-letters', 'sixteen letters or more', 'sechzehn-größer-als']],
    ['DATABASE_URL', ['mysql://db.example.test/x', 'localhost', ...withUnescapedPassword('postgres')]],
    ['DATABASE_DIRECT_URL', ['mysql://db.example.test/x', 'localhost', ...withUnescapedPassword('postgres')]],
    [
      'SMTP_URL',
      [
        'mail.example.test',
        'imap://mail.example.test',
        'smtp://',
        ...withUnescapedPassword('smtp'),
        'smtp://a:50%@mail',
      ],
    ],
    ['HSTS_SUBDOMAINS', ['yes', 'on']],
    ['DATABASE_CONNECTIONS', ['1', '501', '2.5', 'many']],
    ['DATABASE_CONNECT_TIMEOUT', ['99', '600001', '2s']],
    ['DATABASE_STATEMENT_TIMEOUT', ['0', '600001', '5s']],
    ['DATABASE_LOCK_TIMEOUT', ['0', '600001', '3s']],
    ['FIRST_ITEM_TIMEOUT', ['99', '600001', '1s']],
  ])('is refused by its name when it is invalid: %s', (name, values) => {
    for (const value of values)
      expect(listNames(getProblems({ ...production, [name]: value })), `${name}=${value}`).toEqual([name])
  })

  it('is refused without the external database that it requires', () => {
    expect(getProblems({ DATABASE_DIRECT_URL: production.DATABASE_URL })).toEqual([
      '  DATABASE_DIRECT_URL needs a DATABASE_URL',
    ])
    expect(getProblems({ DATABASE_CONNECTIONS: '41' })).toEqual([
      '  DATABASE_CONNECTIONS above 40 needs a DATABASE_URL',
    ])
    expect(getProblems({ DATABASE_CONNECTIONS: '40' })).toEqual([])
    expect(getProblems({ ...production, DATABASE_CONNECTIONS: '41' })).toEqual([])
  })

  it('is refused when it has no effect', () => {
    expect(getProblems({ ROLE: 'web' })).toEqual([expect.stringContaining('ROLE=web needs a DATABASE_URL')])
    expect(getProblems({ ROLE: 'worker' })).toEqual([expect.stringContaining('ROLE=worker needs a DATABASE_URL')])
    expect(getProblems({ S3_ENDPOINT: 'https://s3.example.test', S3_ACCESS_KEY_ID: 'x' })).toEqual([
      expect.stringContaining('S3_BUCKET is required with S3_ENDPOINT, S3_ACCESS_KEY_ID'),
    ])
    expect(getProblems({ S3_REGION: 'eu-central-1' })).toEqual([])
  })

  it('accepts a separate host for the operator, even with a port', () => {
    const PUBLIC_URL = 'https://hot.example.test'
    expect(loadConfig({ PUBLIC_URL, ADMIN_HOST: 'Adm.example.test:8443' }).adminHost).toBe('adm.example.test:8443')
    expect(loadConfig({ ADMIN_HOST: '[::1]' }).adminHost).toBe('[::1]')
    for (const ADMIN_HOST of ['hot.example.test', 'HOT.example.test:443'])
      expect(getProblems({ PUBLIC_URL, ADMIN_HOST })).toEqual([
        expect.stringContaining('ADMIN_HOST must be another host than that of PUBLIC_URL'),
      ])
  })

  it('refuses an address of the bucket as MEDIA_PUBLIC_URL', () => {
    const S3_ENDPOINT = 'https://s3.example.test'
    const store = { S3_BUCKET: 'hot', S3_ENDPOINT, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
    for (const MEDIA_PUBLIC_URL of ['https://s3.example.test/hot', 'https://hot.s3.example.test'])
      expect(getProblems({ ...store, MEDIA_PUBLIC_URL })).toEqual([
        expect.stringContaining('MEDIA_PUBLIC_URL must be a CDN'),
      ])
    expect(getProblems({ ...store, MEDIA_PUBLIC_URL: 'https://cdn.example.test' })).toEqual([])
  })

  it.each(['x', '80.5', '0', '65536'])('is refused with the allowed range: PORT=%s', (wrong) => {
    expect(getProblems({ PORT: wrong })).toEqual(['  PORT must be a whole number from 1 to 65535'])
  })

  it('is never printed when invalid, because it may be a secret', () => {
    expect(getProblems({ ADMIN_PASSWORD: 'hunter2', SECRET: 'swordfish' }).join()).not.toMatch(/hunter2|swordfish/)
  })
})

describe('invalid settings', () => {
  it('are all named at once', () => {
    const wrong = { PORT: 'x', PUBLIC_URL: 'x', ROLE: 'x', LOG_LEVEL: 'x', OPERATOR_EMAIL: 'x', DEMO: 'x' }
    expect(listNames(getProblems(wrong))).toEqual(Object.keys(wrong).sort())
  })

  it('are named together with missing settings', () => {
    const problems = getProblems({ PORT: 'x', DATABASE_URL: production.DATABASE_URL, ADMIN_PASSWORD: 'short' })
    expect(listNames(problems)).toEqual(['ADMIN_PASSWORD', 'PORT', 'SECRET'])
  })

  it('are printed one per line under a heading that names the source', () => {
    expect(() => loadConfig({ PORT: 'x' })).toThrow(/\.env\.example.*\n {2}PORT /)
  })
})

describe('with an external database', () => {
  it("requires the operator's password and the secret", () => {
    const { DATABASE_URL } = production
    expect(listNames(getProblems({ DATABASE_URL }))).toEqual(['ADMIN_PASSWORD', 'SECRET'])
    expect(listNames(getProblems({ ...production, ADMIN_PASSWORD: '', SECRET: '' }))).toEqual([
      'ADMIN_PASSWORD',
      'SECRET',
    ])
    expect(loadConfig(production)).toMatchObject({ adminPassword: 'twelve chars', secret: production.SECRET })
  })

  it('adds no demo collection even when it is requested', () => {
    expect(loadConfig({ ...production, DEMO: 'on' }).demo).toBe(false)
  })
})

describe('regular backups', () => {
  it('require a folder outside of the data folder', () => {
    const backups = { dir: '/backups', every: 24 * 60 * 60 * 1000, keep: 7 }
    expect(loadConfig({ BACKUP_DIR: '/backups' })).toMatchObject({ backups, migrate: true })
    expect(loadConfig({ BACKUP_DIR: './data-backups' }).backups?.dir).toBe(resolve('data-backups'))
    expect(getProblems({ BACKUP_DIR: './data/../data/x' })).toEqual([expect.stringContaining('outside of DATA_DIR')])
    expect(getProblems({ ...production, BACKUP_DIR: '/backups' })).toEqual([])
  })
})

describe('an address with a password', () => {
  it.each(['smtp://ada:pa%23ss@mail.example.test:587', 'smtps://mail.example.test?tls.rejectUnauthorized=false'])(
    'accepts %s',
    (SMTP_URL) => expect(loadConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL),
  )

  it.each([
    'postgres://ada:pa%23ss%2F%3F@db.example.test/hotvote?options=-c%20jit=off',
    'postgresql:///hotvote?user=ada&host=/run/postgresql',
    'postgresql://ada@localhost:5432/hotvote?host=%2Frun%2Fpostgresql',
  ])('accepts %s', (DATABASE_URL) => {
    expect(loadConfig({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })
})

describe('https', () => {
  it('follows from the public address, whose last slash is dropped', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://hot.example.test/' })).toMatchObject({
      https: true,
      publicUrl: 'https://hot.example.test',
    })
  })

  it('refuses relaxed rate limits', () => {
    const env = { PUBLIC_URL: 'https://hot.example.test', RATE_LIMITS: 'relaxed' }
    expect(listNames(getProblems(env))).toEqual(['RATE_LIMITS'])
    expect(getProblems({ ...env, RATE_LIMITS: 'on' })).toEqual([])
  })
})
