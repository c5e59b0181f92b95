import { randomUUID } from 'node:crypto'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator } from '../../http/guards.ts'
import { renderMail } from '../../mail/layout.ts'
import { MailFailed } from '../../mail/mailer.ts'

type MailDeps = Pick<Deps, 'brands' | 'config' | 'db' | 'mailer' | 'rateLimit'>

/**
 * Sends an email to the operator without the queue, so that its failure can be shown.
 * @throws {AppError} `conflict` when a setting is missing or the mail server fails
 */
export const sendTestEmail = async (deps: MailDeps, operator: Operator): Promise<undefined> => {
  const { operatorEmail, smtpUrl, publicUrl } = deps.config
  await deps.rateLimit('testEmail', { address: operator.ip })
  if (smtpUrl === undefined)
    throw new AppError('conflict', 'SMTP_URL is not set: emails are written to DATA_DIR/mail and reach no one.')
  if (operatorEmail === undefined)
    throw new AppError('conflict', 'OPERATOR_EMAIL is not set: there is no address to send a test email to.')
  const mail = renderMail(deps.brands.of(undefined), {
    subject: 'Test email',
    title: 'Email works',
    paragraphs: [`HotVote at ${publicUrl} sent this email because the operator pressed "Send test email".`],
  })
  try {
    await deps.mailer.send({ ...mail, id: randomUUID(), to: operatorEmail })
  } catch (failure) {
    if (!(failure instanceof MailFailed)) throw failure
    const context = { reason: failure.message }
    await recordOperator(deps.db, operator, { event: 'TEST_EMAIL_FAILED', context })
    throw new AppError('conflict', `The test email was not sent: ${failure.problem}.`)
  }
  await recordOperator(deps.db, operator, { event: 'TEST_EMAIL_SENT', context: {} })
  return undefined
}
