import { TRASH_DAYS } from '@hotvote/shared/limits'
import { z } from 'zod'
import { statement } from '../db/statement.ts'
import { UPLOAD_OVER_MINUTES } from '../domain/upload-time.ts'
import { FAILED_JOBS, OVERDUE_JOBS } from '../jobs/queue-tables.ts'
import type { Check } from './check.ts'

/** `text` selects one line for each problem. */
const rowCheck = (check: Omit<Check, 'look'>, text: string): Check => {
  const name = `checkup_${check.title.toLowerCase().replaceAll(' ', '_')}`
  const asked = statement({ name, row: { example: z.string() }, text })
  return { ...check, look: async ({ db }) => ({ wrong: (await db.query(asked)).map(({ example }) => example) }) }
}

const IS_HIDDEN = 'EXISTS (SELECT FROM reported_media WHERE media_id = media.id AND is_hidden AND decided_at IS NULL)'

const shownItems = rowCheck(
  { title: 'Shown and hidden items' },
  `
SELECT 'the catalog has no row, so no item can be published' AS example WHERE NOT EXISTS (SELECT FROM catalog)
UNION ALL SELECT format('item %s has position %s, after the last one of the catalog', media.id, position)
FROM media, catalog WHERE position > last_position
UNION ALL SELECT format('item %s is published, but has no position and is shown to no visitor', id)
FROM media WHERE status = 'ready' AND position IS NULL AND NOT ${IS_HIDDEN}
UNION ALL SELECT format('item %s is hidden until its reports are reviewed, but has a position and is shown', id)
FROM media WHERE position IS NOT NULL AND ${IS_HIDDEN}`,
)

/** A spread database has no foreign keys on both tables. */
const votes = rowCheck(
  { title: 'Votes and views' },
  `
SELECT format('user %s voted on item %s, one of which is gone', user_id, media_id) AS example
FROM votes LEFT JOIN users ON users.id = user_id LEFT JOIN media ON media.id = media_id WHERE users.id IS NULL OR media.id IS NULL
UNION ALL SELECT format('user %s viewed item %s, one of which is gone', user_id, media_id)
FROM views LEFT JOIN users ON users.id = user_id LEFT JOIN media ON media.id = media_id WHERE users.id IS NULL OR media.id IS NULL
UNION ALL SELECT format('user %s voted on item %s, which was never published', user_id, media_id)
FROM media JOIN votes ON media_id = media.id WHERE status IN ('pending', 'waiting')
UNION ALL SELECT format('user %s viewed item %s, which was never published', user_id, media_id)
FROM media JOIN views ON media_id = media.id WHERE status IN ('pending', 'waiting')`,
)

const blocks = rowCheck(
  { title: 'Blocked visitors' },
  `
SELECT format('a session of user %s does not know that they are %sblocked', user_id,
  CASE WHEN is_blocked THEN 'no longer ' ELSE '' END) AS example
FROM sessions JOIN users ON users.id = user_id WHERE is_blocked <> (blocked_at IS NOT NULL)`,
)

const IS_OPEN = 'EXISTS (SELECT FROM reports WHERE reports.media_id = queued.media_id AND settled_at IS NULL)'

const reviewQueue = rowCheck(
  { title: 'Review queue' },
  `
SELECT format('item %s waits for a decision, but is not in the review queue', id) AS example
FROM media WHERE status = 'waiting' AND NOT EXISTS (SELECT FROM look_alikes WHERE media_id = media.id)
UNION ALL SELECT format('item %s was reported, but is not in the review queue', media_id)
FROM reports WHERE settled_at IS NULL AND NOT EXISTS (
  SELECT FROM reported_media queued WHERE queued.media_id = reports.media_id AND decided_at IS NULL) GROUP BY media_id
UNION ALL SELECT format('item %s is in the review queue, but is gone or has no open report', media_id)
FROM reported_media queued LEFT JOIN media ON media.id = media_id AND status = 'ready'
WHERE decided_at IS NULL AND (media.id IS NULL OR NOT ${IS_OPEN})`,
)

/** The sweeper runs every ten minutes, the erasures every few. */
const leftovers = rowCheck(
  { title: 'Unfinished uploads and deletions', needsWorker: true },
  `
SELECT format('item %s is an upload that never ended', id) AS example
FROM media WHERE status = 'pending' AND created_at < now() - interval '${UPLOAD_OVER_MINUTES + 15} minutes'
UNION ALL SELECT format('item %s was deleted more than a day ago, but is not erased', id)
FROM media WHERE status = 'deleted' AND updated_at < now() - interval '1 day'
UNION ALL SELECT format('item %s should have left the trash', id)
FROM media WHERE status = 'trashed' AND trashed_at < now() - interval '${TRASH_DAYS + 1} days'
UNION ALL SELECT format('user %s was deleted more than a day ago, but is not erased', id)
FROM users WHERE deleted_at < now() - interval '1 day'`,
)

const failedJobs = rowCheck({ title: 'Failed jobs' }, FAILED_JOBS)
const overdueJobs = rowCheck({ title: 'Overdue jobs', needsWorker: true }, OVERDUE_JOBS)

export const rowChecks = [shownItems, votes, blocks, reviewQueue, leftovers, failedJobs, overdueJobs]
