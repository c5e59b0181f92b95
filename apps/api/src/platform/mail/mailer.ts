import { emailAddress } from '@hotvote/shared/visitor/accounts'
import type { RenderedMail } from './layout.ts'

/** `id` stays the same across retries, so duplicates can be recognized. */
export type Mail = RenderedMail & { id: string; to: string }

export type Mailer = {
  /** @throws {MailRefused} if retrying is useless; {MailFailed} for other failures */
  send(mail: Mail): Promise<void>
  /** @throws {MailFailed} if the server cannot be reached or rejects the login */
  check(): Promise<void>
  close(): void
}

/** `message` is for the log and `problem` for the operator. Neither contains recipients. */
export class MailFailed extends Error {
  override name = 'MailFailed'
  problem: string
  constructor(message: string, problem = message) {
    super(message)
    this.problem = problem
  }
}

export class MailRefused extends MailFailed {
  override name = 'MailRefused'
}

export type Sender = { site: RenderedMail['sender']; mailFrom: string | undefined }

/** Replaces IP addresses, which are not mail domains and occur only on test sites, with `localhost`. */
const mailDomain = (domain: string) => (/^[\d.]+$|^\[/.test(domain) ? 'localhost' : domain)

const buildSender = ({ site, mailFrom }: Sender, { siteName, domain }: RenderedMail['sender']) => {
  if (mailFrom !== undefined && siteName === site.siteName) return mailFrom
  const address = mailFrom === undefined ? `no-reply@${mailDomain(domain)}` : mailFrom.replace(/^.*<|>$/g, '')
  return { name: siteName, address }
}

/** Passes an address object, because nodemailer may parse a string as two recipients. @throws {MailRefused} */
export const mailOptions = (from: Sender, { id, to, subject, text, html, sender }: Mail) => {
  const address = emailAddress.safeParse(to)
  if (!address.success) throw new MailRefused('not one e-mail address')
  return {
    from: buildSender(from, sender),
    to: { name: '', address: address.data },
    subject,
    text,
    html,
    messageId: `<${id}@${mailDomain(sender.domain)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
