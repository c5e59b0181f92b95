import type { Db } from './client.ts'
import { statement } from './statement.ts'

const PING = statement({ name: 'ping', text: 'SELECT' })

/** Whether the database answers: throws when it does not. */
export const ping = async (db: Db): Promise<void> => {
  await db.query(PING)
}
