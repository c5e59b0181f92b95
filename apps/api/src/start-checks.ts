import { forLog } from './db/client.ts'
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
