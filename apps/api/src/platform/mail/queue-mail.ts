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

/** Encrypts with a key derived from the site's secret. Only the mail with this `id` can use the result. */
const seal = (secret: string, id: string, plain: string): string => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws for a wrong secret or id, or a modified text */
export const unseal = (secret: string, id: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, deriveKey(secret), bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}

/** `lifetime` is in milliseconds. `about` is written to the audit log if delivery fails. */
export type QueuedMail = RenderedMail & {
  to: string
  about?: Record<string, number | string>
  lifetime?: number
  /** Seconds, during which `cancelMail` works. */
  delay?: number
  /** Must be unique among all mails; random by default. */
  id?: string
}
/** Content of the encrypted job. Times come from the database, because another process sends the mail. */
export type SealedMail = Omit<QueuedMail, 'lifetime' | 'delay' | 'id'> & { queuedAt: number; expiresAt?: number }

const mailKey = (id: string) => `mail:${id}`

/** Encrypts the mail, because the database must not reveal address or link. Queued only if `tx` commits. */
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

/** Takes effect only if the transaction commits. @returns false if sending has already begun */
export const cancelMail = (tx: Db, id: string): Promise<boolean> => removeJob(tx, 'send-mail', mailKey(id))
