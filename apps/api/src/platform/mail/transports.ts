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

const notFound = (host: string) => `the host ${host} was not found`
const isLate = (host: string) => `${host} does not answer in time`
const closes = (host: string) => `${host} closes the connection`
const unreachable = (host: string) => `${host} cannot be reached`
const untrusted = (host: string) => `the certificate of ${host} is not trusted`
const withoutTls = (host: string) => `a TLS connection to ${host} fails`

const PROBLEMS: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `${host} refuses the connection`,
  ENOTFOUND: notFound,
  ENODATA: notFound,
  EAI_AGAIN: notFound,
  EDNS: notFound,
  ETIMEDOUT: isLate,
  ECONNRESET: closes,
  ECONNECTION: closes,
  EPIPE: closes,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: (host) => `the certificate of ${host} has expired`,
  CERT_NOT_YET_VALID: (host) => `the certificate of ${host} is not valid yet`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the certificate of ${host} is for another name`,
  EPROTO: withoutTls,
  ERR_SSL_WRONG_VERSION_NUMBER: withoutTls,
  ETLS: withoutTls,
  EAUTH: (host) => `${host} refuses the login`,
  ENOAUTH: (host) => `${host} refuses the login`,
}

const REFUSED: Record<string, string> = { 'MAIL FROM': 'the sender', 'RCPT TO': 'the recipient', DATA: 'the email' }

const describeProblem = (failure: SmtpFailure, host: string): string => {
  const { code = '', command = '', responseCode = 0 } = failure
  const real = getOriginalCode(failure)
  if (responseCode >= 400 && responseCode < 500 && code !== 'EAUTH') return `${host} asks to try again later`
  if (responseCode >= 500 && REFUSED[command]) return `${host} refuses ${REFUSED[command]}`
  const words = PROBLEMS[real] ?? PROBLEMS[code]
  return words ? words(host) : `${host}: ${real}`
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
