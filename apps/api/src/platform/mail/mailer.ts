import { emailAddress } from '@hotvote/shared/visitor/accounts'
import type { RenderedMail } from './layout.ts'

/** One mail to one address. `id` is the same at every attempt, so that a copy can be recognised. */
export type Mail = RenderedMail & { id: string; to: string }

/** Sends mails: to an SMTP server, or into a folder. */
export type Mailer = {
  /** @throws {MailRefused} when it will never be accepted; {MailFailed} when it may be later */
  send(mail: Mail): Promise<void>
  /** @throws {MailFailed} when the server or its login does not work */
  check(): Promise<void>
  close(): void
}

/** A mail was not sent. The message is for the log, `problem` for the operator; neither names an address of a mail. */
export class MailFailed extends Error {
  override name = 'MailFailed'
  problem: string
  constructor(message: string, problem = message) {
    super(message)
    this.problem = problem
  }
}

/** This mail will not be accepted, however often it is tried. */
export class MailRefused extends MailFailed {
  override name = 'MailRefused'
}

/** The site itself, and `MAIL_FROM` where that is set. */
export type Sender = { site: RenderedMail['sender']; mailFrom: string | undefined }

/** An IP address is no mail domain; a site without a host name is only being tried out. */
const mailDomain = (domain: string) => (/^[\d.]+$|^\[/.test(domain) ? 'localhost' : domain)

/** `MAIL_FROM`, under the name of its own where the mail is of another brand; without it, the brand at its domain. */
const buildSender = ({ site, mailFrom }: Sender, { siteName, domain }: RenderedMail['sender']) => {
  if (mailFrom !== undefined && siteName === site.siteName) return mailFrom
  const address = mailFrom === undefined ? `no-reply@${mailDomain(domain)}` : mailFrom.replace(/^.*<|>$/g, '')
  return { name: siteName, address }
}

/** The recipient is an address object, as a text could name a second one. @throws {MailRefused} */
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
