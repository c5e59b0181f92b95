import type { OutlierReason } from '@hotvote/shared/integrity'
import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { allowLongStatements, type Db } from '../../db/client.ts'
import { media, users } from '../../db/schema/index.ts'
import { ITEM_OUTLIERS } from './item-outliers.queries.ts'
import { NETWORK_OUTLIERS } from './network-outliers.queries.ts'
import { type OUTLIER_ROW, OUTLIER_TIMEOUT } from './outlier-statement.ts'
import { VOTER_OUTLIERS } from './voter-outliers.queries.ts'

/** What stands out, whoever it is about. */
export type Found = z.infer<z.ZodObject<typeof OUTLIER_ROW>> & {
  userId: number | null
  mediaId: number | null
  network: string | null
}

const NOBODY = { userId: null, mediaId: null, network: null }

type Search = {
  days: number
  reasons: OutlierReason[]
  after: { weight: number; key: string } | undefined
  limit: number
}

/** Statement to the reasons that it knows: one that is not asked for is not run. */
const SEARCHES = [
  { statement: VOTER_OUTLIERS, reasons: ['burst', 'fast', 'one_side'] },
  { statement: NETWORK_OUTLIERS, reasons: ['network'] },
  { statement: ITEM_OUTLIERS, reasons: ['item_new_voters', 'item_network', 'item_rate'] },
] as const

/** Up to `limit` rows of each statement behind the cursor. */
export const findOutliers = async (db: Db, { days, reasons, after, limit }: Search): Promise<Found[]> => {
  const values = [days, reasons, after?.weight ?? null, after?.key ?? null, limit]
  await allowLongStatements(db, OUTLIER_TIMEOUT)
  const found: Found[] = []
  for (const { statement, reasons: known } of SEARCHES)
    if (known.some((one) => reasons.includes(one)))
      for (const row of await db.query<object>(statement, values)) found.push({ ...NOBODY, ...row } as Found)
  return found
}

export const userNames = async ({ orm }: Db, ids: number[]) => {
  const { id, username, isSynthetic } = users
  const rows = await orm.select({ id, username, isSynthetic }).from(users).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

export const itemNames = async ({ orm }: Db, ids: number[]) => {
  const { id, originalName } = media
  const rows = await orm.select({ id, originalName }).from(media).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.originalName]))
}
