import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { media } from '../../db/schema/index.ts'
import { FILE_KEYS } from '../../db/stored-media.ts'

/** Items behind this id, in the order of ids, that were here before `before`; their first key is the original's. */
export const itemsAfter = (db: Db, after: number, { before, count }: { before: Date; count: number }) => {
  const { id, originalName: name } = media
  const votes = sql<number>`${media.hotVotes} + ${media.notVotes}`
  return db.orm
    .select({ id, name, votes, keys: FILE_KEYS })
    .from(media)
    .where(and(gt(id, after), eq(media.status, 'ready'), lt(media.createdAt, before)))
    .orderBy(asc(id))
    .limit(count)
}
