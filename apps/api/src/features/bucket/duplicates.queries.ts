import { BUCKET_REPORT } from '@hotvote/shared/bucket'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { allowLongStatements, type Database, type Db } from '../../db/client.ts'
import { readBatches } from '../../db/read-batches.ts'
import { media } from '../../db/schema/index.ts'
import { type RowOf, statement } from '../../db/statement.ts'

/** Milliseconds that a query over all items may take. */
const TIMEOUT = 120_000

/** A file without an item; `value` is what it may have in common with others. */
export type Orphan = { key: string; value: string; lastModified: Date }

const MEMBER = {
  value: z.string(),
  groups: z.number(),
  files: z.number(),
  mediaId: z.number().nullable(),
  key: z.string().nullable(),
}

/** `common`: what originals have in common, as SQL over `media`. */
const membersWith = (name: string, common: string) =>
  statement({
    name,
    row: MEMBER,
    timeout: TIMEOUT,
    text: `
WITH files AS (
  SELECT id, NULL::text AS key, ${common} AS value, created_at, hot_votes + not_votes AS votes
  FROM media WHERE status = 'ready'
  UNION ALL SELECT NULL, *, 0 FROM unnest($1::text[], $2::text[], $3::timestamptz[])),
top AS (
  SELECT value, count(*) AS files, count(*) OVER () AS groups FROM files
  GROUP BY value HAVING count(*) > 1 ORDER BY 2 DESC, 1 LIMIT $4),
members AS (
  SELECT files.id, files.key, top.*,
    row_number() OVER (PARTITION BY value ORDER BY votes DESC, created_at DESC, id DESC NULLS LAST) AS place
  FROM top JOIN files USING (value))
SELECT value, groups, files, id AS media_id, key FROM members WHERE place <= $5 ORDER BY files DESC, value, place`,
  })

const MEMBERS = {
  content: membersWith('members_with_content', `encode(sha256, 'hex')`),
  name: membersWith('members_with_name', 'original_name'),
  size: membersWith('members_with_size', 'size_bytes::text'),
}

/** One member of a group: an item, or a file without one. `groups` counts all groups there are, `files` those of this one. */
export type Member = RowOf<typeof MEMBERS.content>

/**
 * Groups of one kind, the largest first, in each those with the most votes and the newest first; at most as many as a
 * report names.
 */
export const membersOf = async (tx: Db, kind: keyof typeof MEMBERS, orphans: Orphan[]): Promise<Member[]> => {
  await allowLongStatements(tx, TIMEOUT)
  return tx.query(MEMBERS[kind], [
    orphans.map(({ key }) => key),
    orphans.map(({ value }) => value),
    orphans.map(({ lastModified }) => lastModified),
    BUCKET_REPORT.groupsOfType,
    BUCKET_REPORT.filesOfGroup,
  ])
}

const HASHES = statement({
  name: 'all_hashes',
  row: { hash: z.string() },
  text: `SELECT perceptual_hash::text AS hash FROM media WHERE status = 'ready' AND perceptual_hash IS NOT NULL`,
})

/** Perceptual hashes of all items that have one, as decimal texts. */
export const allHashes = ({ pool }: Pick<Database, 'pool'>) => readBatches(pool, HASHES)

const MEMBERS_WITH_HASHES = statement({
  name: 'members_with_hashes',
  row: MEMBER,
  timeout: TIMEOUT,
  text: `
WITH members AS (
  SELECT id, wanted.place AS group, count(*) OVER each AS files,
    row_number() OVER (each ORDER BY hot_votes + not_votes DESC, created_at DESC, id DESC) AS place
  FROM unnest($1::bigint[], $2::int[]) wanted (hash, place)
  JOIN media ON perceptual_hash = wanted.hash AND status = 'ready' WINDOW each AS (PARTITION BY wanted.place))
SELECT members.group::text AS value, 0 AS groups, files, id AS media_id, NULL AS key FROM members
WHERE place <= $3 ORDER BY members.group, place`,
})

/** The items with these hashes; `groups` says which group each hash belongs to. */
export const membersWithHashes = async (tx: Db, hashes: bigint[], groups: number[]): Promise<Member[]> => {
  await allowLongStatements(tx, TIMEOUT)
  return tx.query(MEMBERS_WITH_HASHES, [hashes.map(String), groups, BUCKET_REPORT.filesOfGroup])
}

/** Items by their ids. */
export const originalsOf = (db: Db, ids: number[]) => {
  const { id: mediaId, originalKey: key, originalName: name, thumbKey, createdAt } = media
  const votes = sql<number>`${media.hotVotes} + ${media.notVotes}`
  return db.orm
    .select({ mediaId, key, name, votes, thumbKey, createdAt })
    .from(media)
    .where(and(inArray(mediaId, ids), eq(media.status, 'ready')))
}

export type Original = Awaited<ReturnType<typeof originalsOf>>[number]
