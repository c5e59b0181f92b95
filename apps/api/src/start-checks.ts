import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { postgresFolder } from './data-dir.ts'
import { forLog } from './db/client.ts'
import { hasPostgres } from './db/embedded.ts'
import type { FoundSchema } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { codeOf } from './domain/error-code.ts'
import { MailFailed } from './mail/mailer.ts'

type CheckDeps = Pick<Deps, 'config' | 'log' | 'mailer' | 'storage'>

/** Settings to look at, by the store's answer. */
const STORE_SETTINGS: [answer: RegExp, setting: string][] = [
  [/404|no bucket/i, 'S3_BUCKET'],
  [/401|403/, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
  [/301|400/, 'S3_REGION'],
]

const checkStore = ({ config, log, storage }: CheckDeps) =>
  storage.ready().catch((failure: Error) => {
    const reason = String(codeOf(failure.cause) ?? 'unknown')
    const [, found = 'S3_ENDPOINT'] = STORE_SETTINGS.find(([answer]) => answer.test(reason)) ?? []
    const setting = config.s3 ? found : 'DATA_DIR'
    log.warn({ setting, reason }, `the media store does not work: check ${setting}`)
  })

const checkMail = ({ log, mailer }: CheckDeps) =>
  mailer.check().catch((failure: unknown) => {
    if (!(failure instanceof MailFailed)) return log.warn(forLog(failure), 'SMTP_URL was not checked')
    const { message: reason, problem } = failure
    log.warn({ setting: 'SMTP_URL', reason, problem }, `emails cannot be sent: ${problem}`)
  })

/** Warns once of a store or mail server that does not work. The site goes on without. */
export const checkSettings = (deps: CheckDeps) => Promise.all([checkStore(deps), checkMail(deps)])

type About = { config: Config; log: Logger }

/** Logs settings that are probably mistakes; the start goes on. */
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
      'the database of DATABASE_URL was empty, and the embedded one has a site: docs/backup-and-restore.md',
    )
}
