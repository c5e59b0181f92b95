import { setTimeout as pause } from 'node:timers/promises'
import { forLog } from './db/client.ts'
import { warnOfPooler } from './db/pooler.ts'
import type { Deps } from './deps.ts'
import { codeOf } from './domain/error-code.ts'
import { MailFailed } from './mail/mailer.ts'

type CheckDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'storage'>

/** Milliseconds after which a check is given up. */
const TIMEOUT = 30_000

/** Settings to look at, by what the store answers. */
const STORE_SETTINGS: [answer: RegExp, setting: string][] = [
  [/404|no bucket/i, 'S3_BUCKET'],
  [/401|403/, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
  [/301|400/, 'S3_REGION'],
]

const checkStore = async ({ config, log, storage }: CheckDeps) => {
  await storage.ready().catch((failure: Error) => {
    const reason = String(codeOf(failure.cause) ?? 'unknown')
    const [, found = 'S3_ENDPOINT'] = STORE_SETTINGS.find(([answer]) => answer.test(reason)) ?? []
    const setting = config.s3 ? found : 'DATA_DIR'
    log.warn({ setting, reason }, `the media store does not work: check ${setting}`)
  })
}

const checkMail = async ({ log, mailer }: CheckDeps) => {
  await mailer.check().catch((failure: unknown) => {
    if (!(failure instanceof MailFailed)) throw failure
    const { message: reason, problem } = failure
    log.warn({ setting: 'SMTP_URL', reason, problem }, `emails cannot be sent: ${problem}`)
  })
}

const timeout = async () => {
  await pause(TIMEOUT, undefined, { ref: false })
  throw Object.assign(new Error('late'), { code: 'ETIMEDOUT' })
}

/** Looks once at what the settings lead to, and warns of each that does not work. The site goes on without. */
export const checkSettings = async (
  deps: CheckDeps,
  { isEmbedded, signal }: { isEmbedded: boolean; signal: AbortSignal },
): Promise<void> => {
  const checks = [checkStore, checkMail, ...(isEmbedded ? [] : [warnOfPooler])]
  const results = await Promise.allSettled(checks.map((check) => Promise.race([check(deps), timeout()])))
  if (signal.aborted) return
  for (const result of results)
    if (result.status === 'rejected') deps.log.warn(forLog(result.reason), 'a setting was not checked')
}
