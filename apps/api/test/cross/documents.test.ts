import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/platform/config/config.ts'
import { settings } from '../../src/platform/config/env-settings.ts'
import { afterUse } from '../app/after-use.ts'
import { nodeEnv } from '../app/settings.ts'
import { PROCESSES } from '../app/soon.ts'
import { installPostgres15, startPostgres15 } from '../fakes/postgres.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const readPage = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8')

/** `sh not run` marks commands that tests skip. */
const blocksIn = (page: string) =>
  [...page.matchAll(/^ *```(.*)\n([\s\S]*?)^ *```$/gm)].map(([, language = '', text = '']) => ({ language, text }))
const commandsIn = (name: string) =>
  blocksIn(readPage(name)).flatMap(({ language, text }) => (language === 'sh' ? [text] : []))

const givenSettings = () => {
  const [block] = blocksIn(readPage('install-debian.md')).filter(({ language }) => language === '')
  return { ...parseEnv(block?.text ?? '') }
}

/** Runs commands without sudo and pnpm. */
const PRELUDE = `
sudo() { shift 2; "$@"; }
npx() { "$@"; }
pnpm() { script=$(node -p "require('./package.json').scripts['$1']"); shift; eval "$script \\"\\$@\\""; }
set -e
`

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-documents-'))
  afterUse(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const openShell = async () => {
  const host = new URL(await startPostgres15()).searchParams.get('host') ?? ''
  const [backups, dataDir] = [newFolder(), newFolder()]
  const path = [join(ROOT, 'node_modules/.bin'), '/usr/lib/postgresql/15/bin', process.env.PATH].join(':')
  return (commands: string, database: string) => {
    const url = `postgres://hotvote@localhost:5432/${database}?host=${host}`
    const env = { ...nodeEnv, ...givenSettings(), DATABASE_URL: url, DATA_DIR: dataDir, PATH: path }
    const script = PRELUDE + commands.replaceAll('/var/backups/hotvote', backups)
    const options = { cwd: ROOT, env: { ...env, PGHOST: host, PGUSER: 'postgres' }, input: 'password\npassword\n' }
    // Without a terminal, programs cannot prompt for a password.
    const { status, stdout, stderr } = spawnSync('setsid', ['--wait', 'sh', '-c', script], {
      ...options,
      encoding: 'utf8',
    })
    expect(status, `${commands}${stdout}${stderr}`).toBe(0)
  }
}

it('marks each code block of the install and restore pages as run or not run', () => {
  const languages = ['install-debian.md', 'backup-and-restore.md'].flatMap((name) =>
    blocksIn(readPage(name)).map(({ language }) => language),
  )
  expect(new Set(languages)).toEqual(new Set(['sh', 'sh not run', '']))
})

it('accepts the settings of the install page, which include all that a site needs', () => {
  expect(Object.keys(givenSettings())).toEqual(expect.arrayContaining(Object.keys(settings).slice(0, 6)))
  expect(loadConfig(givenSettings())).toMatchObject({ https: true, trustProxy: 1, dataDir: '/var/lib/hotvote' })
})

const missing = installPostgres15()
it.skipIf(missing)(
  `runs the commands of the install and restore pages${missing ? ` (${missing})` : ''}`,
  PROCESSES,
  async () => {
    const runCommands = await openShell()
    for (const commands of commandsIn('install-debian.md')) runCommands(commands, 'hotvote')
    const [backup = '', ...restore] = commandsIn('backup-and-restore.md')
    runCommands(backup, 'hotvote')
    expect(restore).toHaveLength(3)
    for (const commands of restore) runCommands(commands, 'hotvote_restored')
  },
)
