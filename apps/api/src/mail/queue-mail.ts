import { randomUUID } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { timeOf } from '../db/time.ts'
import { addKeyedJob } from '../jobs/queue.ts'
import { removeJob } from '../jobs/queue-tables.ts'
import type { RenderedMail } from './layout.ts'
import { seal } from './sealed.ts'

/**
 * A mail to be sent. After `lifetime` milliseconds it is of no use to anybody any more and may be dropped. `about` is what
 * the audit log names of one that does not arrive: ids, no names or addresses.
 */
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

/**
 * Queues a mail in the transaction of `tx`: it is sent if, and only if, that commits. The queue holds it sealed, so
 * that who reads the database learns neither addresses nor links.
 */
export const queueMail = async (
  deps: { config: { secret: string } },
  tx: Db,
  { lifetime, delay = 0, id = randomUUID(), ...mail }: QueuedMail,
): Promise<void> => {
  const queuedAt = Date.parse(await timeOf(tx))
  const content: SealedMail = { ...mail, queuedAt, ...(lifetime !== undefined && { expiresAt: queuedAt + lifetime }) }
  const sealed = seal(deps.config.secret, id, JSON.stringify(content))
  await addKeyedJob(tx, { name: 'send-mail', payload: { id, sealed }, key: mailKey(id), delay })
}

/** Drops a queued mail if, and only if, the transaction commits; false when it was sent, or is being sent. */
export const cancelMail = (tx: Db, id: string): Promise<boolean> => removeJob(tx, 'send-mail', mailKey(id))
