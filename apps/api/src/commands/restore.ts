import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@hotvote/shared/counted'
import type { Manifest } from '../features/backup/manifest.ts'
import { restore, restoreIntoDatabase } from '../features/backup/restore.ts'
import { verifyBackup } from '../features/backup/verify.ts'
import { type Config, configOfProcess } from '../platform/config/config.ts'
import { passwordFile, secretFile } from '../platform/config/data-dir.ts'
import { localMedia } from '../platform/storage/local.ts'
import { runCommand, say } from './run-command.ts'

const USAGE = 'Usage: pnpm restore FILE, or pnpm restore FILE --check'

const describe = (manifest: Manifest) => {
  const rows = manifest.tables.map(({ name, rows: count }) => `${count} ${name}`).join(', ')
  say(`Made ${manifest.createdAt} by HotVote ${manifest.version}, with ${manifest.media.files} files: ${rows}`)
}

const tellStopped = (stopped: number) => {
  if (stopped === 0) return
  const what = `${counted(stopped, 'unfinished operation')} ${stopped === 1 ? 'was' : 'were'}`
  say(`${what} stopped. Start them again if you still need them.`)
}

const tellDeletions = ({ createdAt }: Manifest) =>
  say(
    `Accounts deleted since ${createdAt} are back. Delete them again: see ACCOUNT_DELETE_REQUEST in the old site's audit log.`,
  )

const tellBucket = ({ store }: Manifest) => {
  if (store === 'bucket') say('The files are in a bucket. Start with the same S3 settings.')
}

const restoreHere = async (file: string, config: Config, signal: AbortSignal) => {
  const { dataDir, minFree, s3 } = config
  const { manifest, stopped } = await restore(file, { dataDir, minFree, signal })
  describe(manifest)
  say(`Restored to ${dataDir}.`)
  tellStopped(stopped)
  for (const [path, setting] of [
    [secretFile(dataDir), 'SECRET'],
    [passwordFile(dataDir), 'ADMIN_PASSWORD'],
  ] as const)
    if (!existsSync(path)) say(`Its ${setting} was a setting: start with the same one.`)
  tellDeletions(manifest)
  tellBucket(manifest)
  if (manifest.store === 'disk' && s3)
    say(`S3_BUCKET is set, and its files were on the disk: copy ${localMedia(dataDir)} into the bucket.`)
  return 0
}

const fillDatabase = async (file: string, options: Parameters<typeof restoreIntoDatabase>[1]) => {
  const { manifest, stopped, isSameSecret } = await restoreIntoDatabase(file, options)
  describe(manifest)
  const place = options.s3 ? `the bucket ${options.s3.bucket}` : localMedia(options.dataDir)
  say(`Restored to the database of DATABASE_URL${manifest.store === 'disk' ? `, with its files in ${place}` : ''}.`)
  tellStopped(stopped)
  if (isSameSecret === undefined) say('Its SECRET was a setting: start with the same one.')
  if (isSameSecret === false)
    say(
      `SECRET is not that of the backup: visitors would lose their sessions. To see it: tar -xOf ${file} secrets/secret`,
    )
  tellDeletions(manifest)
  tellBucket(manifest)
  return 0
}

runCommand({ usage: USAGE }, async (signal) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error(USAGE)
  const file = resolve(given)
  if (values.check) {
    describe(await verifyBackup(file, signal))
    return 0
  }
  const config = configOfProcess()
  if (config.databaseUrl === undefined) return restoreHere(file, config, signal)
  return fillDatabase(file, { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl, signal })
})
