import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { readTime } from '../db/time.ts'
import { addKeyedJob } from '../jobs/queue.ts'
import { removeJob } from '../jobs/queue-tables.ts'
import type { RenderedMail } from './layout.ts'

const CIPHER = 'aes-256-gcm'
/** Bytes. */
const [KEY, NONCE, TAG] = [32, 12, 16]

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'hotvote queued mail', KEY))

/** Encrypts a text for processes with this secret, bound to `id`. Base64url. */
const seal = (secret: string, id: string, plain: string): string => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws when it was sealed with another secret or id, or changed since */
export const unseal = (secret: string, id: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, deriveKey(secret), bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}

/** `lifetime`: milliseconds until a mail is useless. `about`: ids for the audit log when it does not arrive. */
export type QueuedMail = RenderedMail & {
  to: string
  about?: Record<string, number | string>
  lifetime?: number
  /** Seconds until it is sent; until then `cancelMail` takes it back. */
  delay?: number
  /** Unique among all mails that were ever queued; random by itself. */
  id?: string
}
/** What lies sealed in the queue. Dates are milliseconds since 1970, in the time of the database: another process sends it. */
export type SealedMail = Omit<QueuedMail, 'lifetime' | 'delay' | 'id'> & { queuedAt: number; expiresAt?: number }

/** Key of the job that sends a mail. */
const mailKey = (id: string) => `mail:${id}`

/** Queues a mail in the transaction of `tx`, sealed, so that the database shows neither address nor link. */
export const queueMail = async (
  deps: { config: { secret: string } },
  tx: Db,
  { lifetime, delay = 0, id = randomUUID(), ...mail }: QueuedMail,
): Promise<void> => {
  const queuedAt = Date.parse(await readTime(tx))
  const content: SealedMail = { ...mail, queuedAt, ...(lifetime !== undefined && { expiresAt: queuedAt + lifetime }) }
  const sealed = seal(deps.config.secret, id, JSON.stringify(content))
  await addKeyedJob(tx, { name: 'send-mail', payload: { id, sealed }, key: mailKey(id), delay })
}

/** Drops a queued mail if, and only if, the transaction commits; false when it was sent, or is being sent. */
export const cancelMail = (tx: Db, id: string): Promise<boolean> => removeJob(tx, 'send-mail', mailKey(id))
