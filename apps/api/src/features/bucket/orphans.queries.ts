import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { media } from '../../db/schema/index.ts'

/** Items behind this id, in the order of ids, that were here before `before`. */
export const itemsAfter = (db: Db, after: number, { before, count }: { before: Date; count: number }) => {
  const { id, originalName: name, originalKey: original, displayKey: display, thumbKey: thumb } = media
  const { mediumKey: medium, smallKey: small, shareKey: share } = media
  const votes = sql<number>`${media.hotVotes} + ${media.notVotes}`
  return db.orm
    .select({ id, name, votes, original, display, thumb, medium, small, share })
    .from(media)
    .where(and(gt(id, after), eq(media.status, 'ready'), lt(media.createdAt, before)))
    .orderBy(asc(id))
    .limit(count)
    .prepare('orphan_items')
    .execute()
}

export type ItemFiles = Awaited<ReturnType<typeof itemsAfter>>[number]
