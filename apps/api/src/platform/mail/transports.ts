import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { type Mailer, MailFailed, MailRefused, mailOptions, type Sender } from './mailer.ts'

/** Emails are private, so only the site's system account may read the files. */
const OWNER_ONLY = { file: 0o600, folder: 0o700 }

const writeAtomically = async (folder: string, name: string, content: Buffer) => {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  const unfinished = join(folder, `.${name}.part`)
  const file = await open(unfinished, 'w', OWNER_ONLY.file)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, name))
}

/** Writes emails to `folder` and logs their links, for sites without a mail server. */
const openOutbox = (folder: string, { sender, log }: { sender: Sender; log: Logger }): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mailOptions(sender, mail))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not built')
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${mail.id}.eml`
      await writeAtomically(folder, name, message)
      const link = mail.text.match(/https?:\/\/\S+/)?.[0]
      log.info({ file: name, link }, 'wrote an email to a file, because SMTP_URL is not set')
    },
    check: async () => undefined,
    close: () => undefined,
  }
}

/** Milliseconds. A slow server must not delay other emails. */
const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 20_000 }

type SmtpFailure = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number }

/** Only a 5xx reply about the recipient or content is permanent. Login and sender can be corrected in the settings. */
const isFinal = ({ command, responseCode = 0 }: SmtpFailure) =>
  responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')

const getOriginalCode = ({ code = 'unknown', originalCode = code }: SmtpFailure) => originalCode

/** Omits the server's message, because it may contain email addresses. */
const loggable = (failure: SmtpFailure) =>
  `smtp ${getOriginalCode(failure)}, command ${failure.command ?? 'none'}, answer ${failure.responseCode ?? 0}`

/** The first match applies. Other failures are named by their code. */
const PROBLEMS: [codes: RegExp, describe: (host: string) => string][] = [
  [/^ECONNREFUSED$/, (host) => `${host} refuses the connection`],
  [/^(ENOTFOUND|ENODATA|EAI_AGAIN|EDNS)$/, (host) => `the host ${host} was not found`],
  [/^ETIMEDOUT$/, (host) => `${host} does not answer in time`],
  [/^(ECONNRESET|ECONNECTION|EPIPE)$/, (host) => `${host} closes the connection`],
  [/UNREACH$/, (host) => `${host} cannot be reached`],
  [/^CERT_HAS_EXPIRED$/, (host) => `the certificate of ${host} has expired`],
  [/CERT|LEAF_SIGNATURE/, (host) => `the certificate of ${host} is not trusted`],
  [/^(EPROTO|ETLS|ERR_SSL_.*)$/, (host) => `a TLS connection to ${host} fails`],
  [/AUTH$/, (host) => `${host} refuses the login`],
]

const REFUSED: Record<string, string> = { 'MAIL FROM': 'the sender', 'RCPT TO': 'the recipient', DATA: 'the email' }

const describeProblem = (failure: SmtpFailure, host: string): string => {
  const { code = '', command = '', responseCode = 0 } = failure
  const real = getOriginalCode(failure)
  if (responseCode >= 400 && responseCode < 500 && code !== 'EAUTH') return `${host} asks to try again later`
  if (responseCode >= 500 && REFUSED[command]) return `${host} refuses ${REFUSED[command]}`
  const find = (wanted: string) => PROBLEMS.find(([codes]) => codes.test(wanted))
  const [, describe] = find(real) ?? find(code) ?? []
  return describe ? describe(host) : `${host}: ${real}`
}

export const openSmtp = (url: string, sender: Sender): Mailer => {
  const { hostname } = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Disables the transport's own retries, which would send the email twice after a lost connection.
    maxRequeues: 0,
    ...TIMEOUTS,
  })
  const explained = (error: unknown) => {
    const failure = error as SmtpFailure
    const Kind = isFinal(failure) ? MailRefused : MailFailed
    return new Kind(loggable(failure), describeProblem(failure, hostname))
  }
  return {
    async send(mail) {
      const message = mailOptions(sender, mail)
      await transport.sendMail(message).catch((error: unknown) => Promise.reject(explained(error)))
    },
    async check() {
      await transport.verify().catch((error: unknown) => Promise.reject(explained(error)))
    },
    close: () => transport.close(),
  }
}

export const openMailer = (
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  site: Sender['site'],
  log: Logger,
): Mailer =>
  smtpUrl
    ? openSmtp(smtpUrl, { site, mailFrom })
    : openOutbox(join(dataDir, 'mail'), { sender: { site, mailFrom }, log })
