import { min } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { auditLog } from '../../db/schema/index.ts'

/** When this database began to be written, also by the site that it was restored from. */
export const firstEntryAt = async ({ orm }: Db): Promise<Date> => {
  const { first } = onlyRow(await orm.select({ first: min(auditLog.createdAt) }).from(auditLog))
  return first ?? new Date()
}
