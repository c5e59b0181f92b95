import type { Db } from './client.ts'
import { statement } from './statement.ts'

const PING = statement({ name: 'ping', text: 'SELECT' })

/** @throws if the database does not respond */
export const ping = async (db: Db): Promise<void> => {
  await db.query(PING)
}
