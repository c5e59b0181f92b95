import { BUCKET_REPORT, type DuplicateType } from '@hotvote/shared/operator/bucket'
import { z } from 'zod'
import { allowLongStatements, type Db } from '../../platform/db/client.ts'
import { type RowOf, statement } from '../../platform/db/statement.ts'

/** Milliseconds for a query over all items. */
const TIMEOUT = 120_000

/** A file without an item. `value` is what it may share with other files. */
export type Orphan = { key: string; value: string; lastModified: Date }

const membersWith = (type: DuplicateType, common: string) =>
  statement({
    name: `duplicates_by_${type}`,
    row: {
      value: z.string(),
      groups: z.number(),
      key: z.string(),
      mediaId: z.number().nullable(),
      name: z.string().nullable(),
      votes: z.number(),
      thumbKey: z.string().nullable(),
      createdAt: z.date(),
    },
    timeout: TIMEOUT,
    text: `
WITH files AS (
  SELECT id, original_key AS key, ${common} AS value, created_at, hot_votes + not_votes AS votes
  FROM media WHERE status = 'ready'
  UNION ALL SELECT NULL, *, 0 FROM unnest($1::text[], $2::text[], $3::timestamptz[])),
top AS (
  SELECT value, count(*) AS files, count(*) OVER () AS groups FROM files
  WHERE value IS NOT NULL GROUP BY value HAVING count(*) > 1 ORDER BY 2 DESC, 1 LIMIT $4),
members AS (
  SELECT files.*, top.files, groups,
    row_number() OVER (PARTITION BY value ORDER BY votes DESC, created_at DESC, id DESC NULLS LAST) AS place
  FROM top JOIN files USING (value))
SELECT value, groups, key, members.id AS media_id, original_name AS name, votes, thumb_key, members.created_at
FROM members LEFT JOIN media ON media.id = members.id WHERE place <= $5 ORDER BY files DESC, value, place`,
  })

const MEMBERS = {
  content: membersWith('content', `encode(sha256, 'hex')`),
  visual: membersWith('visual', 'perceptual_hash::text'),
  name: membersWith('name', 'original_name'),
  size: membersWith('size', 'size_bytes::text'),
}

/** An item's original, or a file without an item. `groups` counts all groups of this kind. */
export type Member = RowOf<typeof MEMBERS.content>

export const listDuplicates = async (tx: Db, type: DuplicateType, orphans: Orphan[]): Promise<Member[]> => {
  await allowLongStatements(tx, TIMEOUT)
  return tx.query(MEMBERS[type], [
    orphans.map(({ key }) => key),
    orphans.map(({ value }) => value),
    orphans.map(({ lastModified }) => lastModified),
    BUCKET_REPORT.groupsOfType,
    BUCKET_REPORT.filesOfGroup,
  ])
}
