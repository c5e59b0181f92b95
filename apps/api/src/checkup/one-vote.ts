import { and, count, gt, lte } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { views, votes } from '../db/schema/index.ts'
import { breach, type Check, looked } from './check.ts'
import { byId, isTooSlow, type Range } from './walk.ts'

const KINDS = { votes, views }

/** Pairs of a user and an item that are there more than once. */
const repeated = ({ orm }: Db, { userId, mediaId }: typeof votes | typeof views, { after, last }: Range) =>
  orm
    .select({ userId, mediaId, count: count() })
    .from(userId.table)
    .where(and(gt(userId, after), lte(userId, last)))
    .groupBy(userId, mediaId)
    .having(gt(count(), 1))

/** Who voted on or saw an item twice. */
export const oneVote: Check = {
  number: 1,
  title: 'One vote and one view a visitor and item',
  keptBy: /^(votes|views)_pkey$/,
  async look({ db, structure }, found) {
    for (const [name, table] of Object.entries(KINDS)) {
      const isIndexed = structure.some((part) => part.name === `${name}_pkey` && part.works)
      const rows = await byId(db, { id: table.userId, isIndexed }, async (range) => {
        for (const { userId, mediaId, count } of await repeated(db, table, range))
          breach(found, `user ${userId} has ${count} ${name} of item ${mediaId}`)
      }).catch((failure) => {
        if (isIndexed || !isTooSlow(failure)) throw failure
        found.notes.push(`too many ${name} to compare without their index`)
        return 0
      })
      looked(found, name, rows)
    }
  },
}
