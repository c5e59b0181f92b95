import { emailAddress } from '@hotvote/shared/accounts'

/** One mail to one address. `id` is the same at every attempt, so that a copy can be recognised. */
export type Mail = { id: string; to: string; subject: string; text: string; html: string }

/** The way out for mails. */
export type Mailer = {
  /**
   * Resolves when the mail is on its way.
   * @throws {MailRefused} when it will never be accepted; any other error may pass
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/** This mail will not be accepted, however often it is tried. The message names no address. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** Who mails come from, and the host name that their ids end in. */
export type Sender = { from: string | { name: string; address: string }; domain: string }

/** `MAIL_FROM`, else the site's name at the host of its address. */
export const senderOf = (config: { mailFrom?: string | undefined; publicUrl: string }, siteName: string): Sender => {
  const { hostname } = new URL(config.publicUrl)
  // No mail comes from a bare number; a site that has no name yet is being tried out.
  const domain = /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
  return { domain, from: config.mailFrom ?? { name: siteName, address: `no-reply@${domain}` } }
}

/**
 * What nodemailer is given. The recipient goes as an address of its own, never as text that could name a second one.
 * @throws {MailRefused} when `to` is anything but one plain address
 */
export const messageOf = ({ from, domain }: Sender, { id, to, subject, text, html }: Mail) => {
  const address = emailAddress.safeParse(to)
  if (!address.success) throw new MailRefused('not one e-mail address')
  return {
    from,
    to: { name: '', address: address.data },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
