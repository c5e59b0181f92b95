import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@hotvote/shared/counted'
import { type Config, ConfigError, configOfProcess } from '../config.ts'
import { passwordFile, secretFile } from '../data-dir.ts'
import { entriesOf, type Manifest } from '../features/backup/manifest.ts'
import { restore } from '../features/backup/restore.ts'
import { verifyBackup } from '../features/backup/verify.ts'
import { localMedia } from '../storage/local.ts'
import { runCommand, say } from './run-command.ts'

const USAGE = 'Usage: pnpm restore FILE [--replace], or pnpm restore FILE --check'

const describe = (manifest: Manifest) => {
  const rows = manifest.tables.map(({ name, rows: count }) => `${count} ${name}`).join(', ')
  say(`Made ${manifest.createdAt} by HotVote ${manifest.version}, with ${entriesOf(manifest, 'media')} files: ${rows}`)
}

/** What the site of the backup had outside of it. */
const remind = (manifest: Manifest, { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>) => {
  for (const [file, setting] of [
    [secretFile(dataDir), 'SECRET'],
    [passwordFile(dataDir), 'ADMIN_PASSWORD'],
  ] as const)
    if (!existsSync(file)) say(`Its ${setting} was a setting: start with the same one.`)
  say(
    `Accounts that were deleted since ${manifest.createdAt} are back: delete again whom ACCOUNT_DELETE_REQUEST in the old site's audit log names.`,
  )
  if (manifest.store === 'bucket') say('Its files are in a bucket: start with the same S3 settings.')
  else if (s3) say(`S3_BUCKET is set, and its files were on the disk: copy ${localMedia(dataDir)} into the bucket.`)
}

/** `pnpm restore FILE`: puts the site of a backup into DATA_DIR; `--check` only reads the whole backup. */
runCommand({ usage: USAGE }, async (signal) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error(USAGE)
  const file = resolve(given)
  if (values.check) {
    describe(await verifyBackup(file, signal))
    return 0
  }
  const config = configOfProcess()
  const { dataDir, minFree } = config
  if (config.databaseUrl)
    throw new ConfigError('DATABASE_URL is set: use pg_restore (docs/operating.md, "Backup and restore").')
  const { manifest, stopped, aside } = await restore(file, { dataDir, minFree, replaces: values.replace, signal })
  describe(manifest)
  say(`It is in ${dataDir} now.${aside ? ` What was there is in ${aside}.` : ''}`)
  if (stopped > 0)
    say(
      `${counted(stopped, 'unfinished operation')} ${stopped === 1 ? 'was' : 'were'} stopped: start again what is still wanted.`,
    )
  remind(manifest, config)
  return 0
})
