import { recordAudit } from '../../audit/audit-log.ts'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator } from '../../http/guards.ts'
import type { LostMail } from '../../mail/send-queued.ts'

/** Whether this network has had no entry about a failed login for a minute: a guesser does not fill the log. */
const isFirstOfMinute = ({ rateLimit }: Pick<Deps, 'rateLimit'>, ip: string) =>
  rateLimit('failedLoginEntry', { address: ip }).then(
    () => true,
    (failure) => {
      if (failure instanceof AppError && failure.code === 'too_many_requests') return false
      throw failure
    },
  )

/**
 * Somebody tried to log in as the operator; `failures` counts those without an entry, too. From the entry on that names
 * a wait in seconds, their address is locked.
 */
export const recordFailedLogin = async (
  deps: Pick<Deps, 'db' | 'rateLimit'>,
  { requestId, ip }: Operator,
  { failures, wait }: { failures: number; wait: number | undefined },
) => {
  const context = { ip, failures }
  if (await isFirstOfMinute(deps, ip))
    await recordAudit(deps.db, { event: 'OPERATOR_LOGIN_FAILED', actor: 'visitor', requestId, context })
  if (wait === undefined) return
  const locked = { ...context, seconds: wait }
  await recordAudit(deps.db, { event: 'OPERATOR_LOGIN_LOCKED', actor: 'system', requestId, context: locked })
}

/** A mail that will not arrive: refused for good, or given up. `about` holds ids, and `reason` no address. */
export const recordLostMail = (db: Db, { mailId, reason, about }: LostMail) =>
  recordAudit(db, { event: 'MAIL_NOT_DELIVERED', actor: 'system', context: { ...about, reason, mailId } })
