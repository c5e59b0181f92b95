import type { Db } from './client.ts'
import { statement } from './statement.ts'

/** Milliseconds between two signs of life: the database ends a transaction that asks nothing for ten seconds, and its locks with it. */
const INTERVAL = 2000

const STILL_HERE = statement({ name: 'still_here', text: 'SELECT' })

/**
 * Does slow `work` outside the database while a transaction holds its locks. When they were lost all the same, with the
 * connection, the next statement of the transaction fails: whoever needs them asks something between two steps.
 */
export const holding = async <T>(tx: Db, work: () => Promise<T>): Promise<T> => {
  const timer = setInterval(() => void tx.query(STILL_HERE).catch(() => undefined), INTERVAL)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
