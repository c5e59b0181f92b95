import { NETWORK_LABEL_LENGTH } from '@hotvote/shared/limits'
import { LATEST_OF_USER } from '@hotvote/shared/operator/user-page'
import type { PageQuery } from '@hotvote/shared/page'
import { and, asc, count, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { newestFirst } from '../../platform/db/keyset.ts'
import {
  media,
  reports,
  sessions,
  takedownItems,
  takedowns,
  takenDownMedia,
  users,
  votes,
} from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'
import { IS_STORED, MEDIA_COLUMNS } from '../media/stored-media.sql.ts'
import { findTakenDownItems } from '../moderation/taken-down.sql.ts'
import { selectUserVotes } from '../voting/user-votes.sql.ts'
import { LISTED } from './users.queries.ts'

const isOpen = (userId: number) => and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`))

const isAboutItems = (db: Db, userId: number) => {
  const owned = db.orm
    .select({ id: takedownItems.takedownId })
    .from(takedownItems)
    .innerJoin(media, eq(media.id, takedownItems.mediaId))
    .where(and(eq(media.ownerId, userId), isNull(takedownItems.removedItem)))
  const takenDown = db.orm
    .select({ id: takenDownMedia.takedownId })
    .from(takenDownMedia)
    .where(eq(takenDownMedia.ownerId, userId))
  return or(inArray(takedowns.id, owned), inArray(takedowns.id, takenDown))
}

const isReportWith = (db: Db, userId: number) => {
  const owned = db.orm.select({ id: media.id }).from(media).where(eq(media.ownerId, userId))
  return or(eq(reports.userId, userId), inArray(reports.mediaId, owned))
}

/** Subtracts votes on deleted items from the counter, because indexes find these few votes quickly. */
const votesListed = ({ orm }: Db, userId: number) => {
  const isDeleted = or(eq(media.status, 'trashed'), eq(media.status, 'deleted'))
  const isOnDeleted = and(eq(votes.mediaId, media.id), eq(votes.userId, userId))
  const gone = orm.select({ gone: count() }).from(media).innerJoin(votes, isOnDeleted).where(isDeleted)
  return sql<number>`${users.votesCast} - (${gone})`.mapWith(Number)
}

export const countOfVotes = async (db: Db, userId: number) => {
  const [row] = await db.orm
    .select({ total: votesListed(db, userId) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.total
}

export const userForOperator = async (db: Db, userId: number) => {
  const [row] = await db.orm
    .select({
      ...LISTED,
      blockedAt: users.blockedAt,
      isSetAside: users.isSetAside,
      takenDownItems: sql`${findTakenDownItems(db, userId)}`.mapWith(Number),
      votes: votesListed(db, userId),
      sessions: db.orm.$count(sessions, isOpen(userId)),
      takedowns: db.orm.$count(takedowns, isAboutItems(db, userId)),
      reports: db.orm.$count(reports, isReportWith(db, userId)),
    })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

export const readUserVotes = async (db: Db, userId: number, query: PageQuery) => {
  const listed = db.orm
    .select({
      ...MEDIA_COLUMNS,
      isHot: votes.isHot,
      votedAt: votes.createdAt,
    })
    .from(selectUserVotes(db, userId))
    .innerJoin(media, eq(media.id, votes.mediaId))
  return newestFirst(media.id, query).pageOf(listed, IS_STORED)
}

export const readUserSessions = (db: Db, userId: number) =>
  db.orm
    .select({
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      network: sql<string | null>`left(encode(${sessions.network}, 'hex'), ${NETWORK_LABEL_LENGTH})`,
    })
    .from(sessions)
    .where(isOpen(userId))
    .orderBy(desc(sessions.seenAt))
    .limit(LATEST_OF_USER)

/** Prefers the user's own item over other items of the takedown request. */
const joinOwnItem = ({ orm }: Db, userId: number) => {
  const { takedownId, mediaId, position, removedItem } = takedownItems
  const isTheirs = sql<boolean>`
EXISTS (SELECT FROM media own WHERE own.id = ${mediaId} AND own.owner_id = ${userId})
OR EXISTS (SELECT FROM taken_down_media own WHERE own.media_id = ${mediaId} AND own.owner_id = ${userId})`
  return orm
    .select({ mediaId, removedItem })
    .from(takedownItems)
    .where(eq(takedownId, takedowns.id))
    .orderBy(desc(isTheirs), asc(position))
    .limit(1)
    .as('own_item')
}

/** Lists the newest claims first. `place` is the item's status; deleted items are known only from the claim. */
export const readUserTakedowns = (db: Db, userId: number) => {
  const { id, status, workDescription, createdAt } = takedowns
  const item = joinOwnItem(db, userId)
  return db.orm
    .select({
      ...{ id, status, workDescription, createdAt },
      mediaId: item.mediaId,
      originalName: sql<string | null>`coalesce(${media.originalName}, ${item.removedItem} ->> 'originalName')`,
      place: media.status,
    })
    .from(takedowns)
    .leftJoinLateral(item, sql`true`)
    .leftJoin(media, eq(media.id, item.mediaId))
    .where(isAboutItems(db, userId))
    .orderBy(desc(id))
    .limit(LATEST_OF_USER)
}

export const readUserReports = (db: Db, userId: number) => {
  const { id, mediaId, reason, createdAt, settledAt } = reports
  const { originalName, status } = media
  return db.orm
    .select({
      ...{ id, mediaId, originalName, status, reason, createdAt, settledAt },
      ...{ userId: users.id, username: users.username },
    })
    .from(reports)
    .innerJoin(media, eq(media.id, mediaId))
    .leftJoin(users, eq(users.id, reports.userId))
    .where(isReportWith(db, userId))
    .orderBy(desc(id))
    .limit(LATEST_OF_USER)
}

export const isUser = async ({ orm }: Db, userId: number) => (await orm.$count(users, eq(users.id, userId))) > 0

export const lockUserForBlock = async (db: Db, userId: number) => {
  const isThere = isPresentUser(userId)
  const [row] = await db.orm.select({ blockedAt: users.blockedAt }).from(users).where(isThere).for('update')
  return row
}

export const setBlocked = async (db: Db, userId: number, isBlocked: boolean) => {
  const changes = { blockedAt: isBlocked ? sql`now()` : null, updatedAt: sql`now()` }
  await db.orm.update(users).set(changes).where(eq(users.id, userId))
}
