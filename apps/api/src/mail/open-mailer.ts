import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Mailer, Sender } from './mailer.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/** The mail server of the configuration; without one, a folder that mails are written to. */
export const openMailer = (config: Settings, site: Sender['site'], log: Logger): Mailer => {
  const sender = { site, mailFrom: config.mailFrom }
  if (config.smtpUrl) return openSmtp(config.smtpUrl, sender)
  return openOutbox(join(config.dataDir, 'mail'), { sender, log })
}
