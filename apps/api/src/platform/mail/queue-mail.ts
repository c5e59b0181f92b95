import { randomUUID } from 'node:crypto'
import { seal } from '../config/sealed-text.ts'
import type { Db } from '../db/client.ts'
import { readTime } from '../db/time.ts'
import { addKeyedJob } from '../jobs/queue.ts'
import { removeJob } from '../jobs/queue-tables.ts'
import type { RenderedMail } from './layout.ts'

/** `lifetime` is in milliseconds. `about` is written to the audit log if delivery fails. */
export type QueuedMail = RenderedMail & {
  to: string
  about?: Record<string, number | string>
  lifetime?: number
  /** Seconds before the email is sent. Until then, `cancelMail` works. */
  delay?: number
  /** Must be unique among all emails; random by default. */
  id?: string
}
/** Content of the encrypted job. Times are taken from the database, because another process sends the email. */
export type SealedMail = Omit<QueuedMail, 'lifetime' | 'delay' | 'id'> & { queuedAt: number; expiresAt?: number }

const mailKey = (id: string) => `mail:${id}`

/** Encrypts the email, so the database reveals neither address nor link. Queued only if `tx` commits. */
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

/** Cancels the email if the transaction commits. @returns false if sending has already begun */
export const cancelMail = (tx: Db, id: string): Promise<boolean> => removeJob(tx, 'send-mail', mailKey(id))
