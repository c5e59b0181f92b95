import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused, messageOf, type Sender } from './mailer.ts'

/** Milliseconds. A server that does not answer must not hold up the mails behind this one. */
const TIME_LIMITS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 20_000 }

type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number }

/** A 5xx to the recipient or the content stays one; to a login or the sender it is a setting that can be mended. */
const isFinal = ({ command, responseCode = 0 }: SmtpFailure) =>
  responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')

/** What may be logged of a failure: the texts of servers repeat addresses. */
const withoutTexts = ({ code = 'unknown', command = 'none', responseCode = 0 }: SmtpFailure) =>
  `smtp ${code}, command ${command}, answer ${responseCode}`

/** Sends through the server that `url` names, a nodemailer connection URL. */
export const openSmtp = (url: string, sender: Sender): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // A mail that was cut off may have arrived: whether to try again is the queue's business.
    maxRequeues: 0,
    ...TIME_LIMITS,
  })
  return {
    async send(mail) {
      const message = messageOf(sender, mail)
      try {
        await transport.sendMail(message)
      } catch (error) {
        const failure = error as SmtpFailure
        throw isFinal(failure) ? new MailRefused(withoutTexts(failure)) : new Error(withoutTexts(failure))
      }
    },
    close: () => transport.close(),
  }
}
