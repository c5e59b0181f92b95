import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { type Mailer, mailOptions, type Sender } from './mailer.ts'

/** Mails are private: only the site's account may read them. */
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

/** Writes mails to `folder` and logs their links, for sites without a mail server. */
export const openOutbox = (folder: string, { sender, log }: { sender: Sender; log: Logger }): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(mailOptions(sender, mail))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not built')
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${mail.id}.eml`
      await writeAtomically(folder, name, message)
      const link = mail.text.match(/https?:\/\/\S+/)?.[0]
      log.info({ file: name, link }, 'a mail was written, as SMTP_URL is not set')
    },
    check: async () => undefined,
    close: () => undefined,
  }
}
