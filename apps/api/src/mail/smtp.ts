import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused, mailOptions, type Sender } from './mailer.ts'

/** Milliseconds. A server that does not answer must not hold up the mails behind this one. */
const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 20_000 }

type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number }

/** A 5xx to the recipient or the content is permanent; one to the login or the sender is a setting that can be corrected. */
const isFinal = ({ command, responseCode = 0 }: SmtpFailure) =>
  responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')

/** A failure without the texts of the server, which may repeat addresses. */
const loggable = ({ code = 'unknown', command = 'none', responseCode = 0 }: SmtpFailure) =>
  `smtp ${code}, command ${command}, answer ${responseCode}`

/** Sends through the server that `url` names, a nodemailer connection URL. */
export const openSmtp = (url: string, sender: Sender): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // A mail whose connection broke may have arrived: only the job queue repeats it.
    maxRequeues: 0,
    ...TIMEOUTS,
  })
  return {
    async send(mail) {
      const message = mailOptions(sender, mail)
      try {
        await transport.sendMail(message)
      } catch (error) {
        const failure = error as SmtpFailure
        throw isFinal(failure) ? new MailRefused(loggable(failure)) : new Error(loggable(failure))
      }
    },
    close: () => transport.close(),
  }
}
