import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { media, setAsideVotes, views, votes } from '../db/schema/index.ts'
import { breach, type Check, type Findings, looked } from './check.ts'
import { tables } from './structure.ts'
import { rowsWhere } from './walk.ts'

/**
 * What the columns of a table point at, by the schema: the condition of a row whose owner is not there, and that in words.
 * Scalar sub-selects: each is looked up by its key, and never turned into a hash of all owners for each step.
 */
const missingOwners = (db: Db, table: PgTable) =>
  getTableConfig(table).foreignKeys.map((foreignKey) => {
    const { columns, foreignColumns, foreignTable } = foreignKey.reference()
    const [column, id] = [columns[0] as PgColumn, foreignColumns[0] as PgColumn]
    const owner = db.orm.select({ isThere: sql`true` }).from(foreignTable).where(eq(id, column))
    const isMissing = and(isNotNull(column), sql`${owner} IS NULL`) as SQL
    const pointer = sql.raw(`'${getTableConfig(foreignTable).name} '`)
    return { isMissing, inWords: sql`CASE WHEN ${isMissing} THEN ${pointer} || ${column} END` }
  })

const lookForMissing = async (db: Db, found: Findings) => {
  for (const table of tables) {
    const owners = missingOwners(db, table)
    if (owners.length === 0) continue
    const { name } = getTableConfig(table)
    const bad = or(...owners.map(({ isMissing }) => isMissing)) as SQL
    const missing = sql.join(
      owners.map(({ inWords }) => inWords),
      sql`, `,
    )
    const example = sql<string>`concat_ws(', ', ${missing})`
    const rows = await rowsWhere(db, { table, bad, example }, (ids) =>
      breach(found, `a row of ${name} points at ${ids}, not there`),
    )
    looked(found, name, rows)
  }
}

/** Whether the job that follows a merge has still to drop what a user rated of their own (`accounts/merging.service.ts`). */
const isBeingDropped = (userId: PgColumn) =>
  sql`EXISTS (SELECT FROM graphile_worker.jobs WHERE key = 'drop-own-ratings:' || ${userId})`

/** Nobody can rate what is not published, or is their own. */
const lookForForbidden = async (db: Db, table: typeof votes | typeof views, found: Findings) => {
  const item = alias(media, 'item')
  const isOwn = and(eq(item.ownerId, table.userId), sql`NOT ${isBeingDropped(table.userId)}`)
  const isForbidden = sql`(${or(inArray(item.status, ['pending', 'waiting']), isOwn)})`
  const bad = sql`${db.orm.select({ isForbidden }).from(item).where(eq(item.id, table.mediaId))}`
  const example = sql<string>`format('user %s and item %s', ${table.userId}, ${table.mediaId})`
  const { name } = getTableConfig(table as PgTable)
  await rowsWhere(db, { table, bad, example }, (ids) =>
    breach(found, `${name} of ${ids}, which is their own or not published`),
  )
}

/** Whoever deletes or moves a vote does the same with the row by which it is set aside: no key sees to that. */
const lookForSetAside = async (db: Db, found: Findings) => {
  const { userId, mediaId } = setAsideVotes
  const isIts = and(eq(votes.userId, userId), eq(votes.mediaId, mediaId))
  const vote = db.orm.select({ isThere: sql`true` }).from(votes).where(isIts)
  const example = sql<string>`format('user %s and item %s', ${userId}, ${mediaId})`
  await rowsWhere(db, { table: setAsideVotes, bad: sql`${vote} IS NULL`, example }, (ids) =>
    breach(found, `the vote of ${ids} is set aside, and not there`),
  )
}

/** Rows that point at what is not there, or may not be. */
export const orphanRows: Check = {
  number: 4,
  title: 'No row points at what is not there',
  keptBy: /_fk$/,
  async look({ db }, found) {
    await lookForMissing(db, found)
    for (const table of [votes, views]) await lookForForbidden(db, table, found)
    await lookForSetAside(db, found)
  },
}
