import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { postgresFolder } from './data-dir.ts'
import { hasPostgres } from './db/embedded.ts'
import type { FoundSchema } from './db/migrate.ts'

type About = { config: Config; log: Logger }

/** Logs what nobody may have meant; a start goes on with it. */
export const warnAtStart = (
  { config, log }: About,
  { unknown, wasEmpty, isEmbedded }: FoundSchema & { isEmbedded: boolean },
) => {
  if (unknown > 0)
    log.warn(
      { migrations: unknown },
      'the database is that of a newer version, which this one does not know: update this process',
    )
  if (isEmbedded) return
  if (!config.isPublicUrlGiven)
    log.warn(
      { publicUrl: config.publicUrl },
      'PUBLIC_URL is not set: links in mails lead there, and cookies are not Secure',
    )
  const folder = postgresFolder(config.dataDir)
  if (wasEmpty && hasPostgres(folder))
    log.warn(
      { folder },
      'the database of DATABASE_URL was empty, and the embedded one has a site: docs/operating.md, "To another database"',
    )
}
