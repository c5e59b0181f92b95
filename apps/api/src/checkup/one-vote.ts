import { z } from 'zod'
import { views, votes } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { breach, type Check, looked } from './check.ts'
import { byId, isTooSlow } from './walk.ts'

const PAIR = { userId: z.number(), mediaId: z.number(), count: z.number() }

const repeated = (table: 'votes' | 'views') =>
  statement({
    name: `checkup_repeated_${table}`,
    row: PAIR,
    text: `
SELECT user_id, media_id, count(*) AS count FROM ${table} WHERE user_id > $1 AND user_id <= $2
GROUP BY user_id, media_id HAVING count(*) > 1`,
  })

const KINDS = [
  { name: 'votes', id: votes.userId, find: repeated('votes') },
  { name: 'views', id: views.userId, find: repeated('views') },
]

/** Who voted on or saw an item twice. */
export const oneVote: Check = {
  number: 1,
  title: 'One vote and one view a visitor and item',
  keptBy: /^(votes|views)_pkey$/,
  async look({ db, structure }, found) {
    for (const { name, id, find } of KINDS) {
      const isIndexed = structure.some((part) => part.name === `${name}_pkey` && part.works)
      const rows = await byId(db, { id, isIndexed }, async ({ after, last }) => {
        for (const { userId, mediaId, count } of await db.query(find, [after, last]))
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
