import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '../features/backup/backup.service.ts'
import { configOfProcess } from '../platform/config/config.ts'
import { isInside } from '../platform/config/env-settings.ts'
import { openLog } from '../platform/config/log.ts'
import { openDatabase } from '../platform/db/client.ts'
import { openSiteDatabase } from '../platform/db/site-database.ts'
import { runCommand, say, sayWaiting } from './run-command.ts'

const USAGE = 'Usage: pnpm backup FILE'

runCommand({ usage: USAGE }, async (signal) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error(USAGE)
  const file = resolve(given)
  const config = configOfProcess()
  if (isInside(file, config.dataDir))
    throw new Error(`${file} is inside DATA_DIR (${config.dataDir}). Choose a folder on another disk.`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder. ${USAGE}`)
  const database = await openSiteDatabase(config, { signal, onWait: sayWaiting })
  const db = openDatabase({ ...config.databasePool, url: database.url, max: 1 }, openLog(config))
  try {
    const deps = { db, config: { ...config, databaseUrl: database.url } }
    const { bytes, users, media, votes, files } = await backUp(deps, file, { source: 'command', signal })
    say(`${file}: ${bytes} bytes, ${users} users, ${media} media, ${votes} votes, ${files} files`)
    if (config.s3) say('The files of the bucket are not in it: copy them now (docs/backup-and-restore.md).')
    return 0
  } finally {
    await db.close()
    await database.close()
  }
})
