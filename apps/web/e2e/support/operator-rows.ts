import type { OperationKind, Progress } from '@hotvote/shared/operator/operations'
import type { ReportReason } from '@hotvote/shared/visitor/reports'
import { expect, type Page } from '@playwright/test'
import type { OtherVisitor } from './fixtures.ts'
import { photo } from './made-media.ts'
import type { Site } from './running-site.ts'

/** Ages all sessions by an hour, so their visitors count as away. */
export const ageSessions = (site: Site) => site.query(`UPDATE sessions SET seen_at = seen_at - interval '61 minutes'`)

/** Adds a running operation that no process executes. */
export const addRunningOperation = (site: Site, kind: OperationKind, progress: Partial<Progress>) =>
  site.query(`INSERT INTO operations (kind, status, runs, started_at, progress) VALUES ($1, 'running', 1, now(), $2)`, [
    kind,
    JSON.stringify(progress),
  ])

export const addFailedOperation = (site: Site, kind: OperationKind, error: string) =>
  site.query(`INSERT INTO operations (kind, status, error, ended_at) VALUES ($1, 'failed', $2, now())`, [kind, error])

export const stopOperation = async (page: Page, site: Site) => {
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stopping…' })).toBeDisabled()
  // Polls the database, because the button changes before the server answers.
  const running = () => site.query(`SELECT is_stop_requested AS stop FROM operations WHERE status = 'running'`)
  await expect.poll(running).toEqual([{ stop: true }])
}

type Claim = {
  name?: string
  email?: string
  phone?: string | null
  address?: string | null
  owner?: string
  work?: string
  infringement?: string
  urls?: string
  signature?: string
  notes?: string
  status?: string
  mediaId?: number | null
  furtherIds?: number[]
  hours?: number
}

/** Inserts a request filed `hours` ago; returns its id. */
export const addTakedown = async (site: Site, claim: Claim = {}) => {
  const { mediaId = null, furtherIds = [], ...changes } = claim
  const given = {
    name: 'Ada Example',
    email: 'ada@example.com',
    phone: null,
    address: null,
    owner: 'Example Pictures Ltd',
    work: 'The photo of a lighthouse in my portfolio',
    infringement: 'A copy without permission',
    urls: '["https://elsewhere.example/1"]',
    signature: 'Ada Example',
    notes: '',
    status: 'pending',
    hours: 0,
    ...changes,
  }
  const [row] = await site.query<{ id: string }>(
    `WITH filed AS (INSERT INTO takedowns (complainant_name, complainant_email, complainant_phone, complainant_address, copyright_owner,
      work_description, infringement_description, infringing_urls, electronic_signature, admin_notes, status,
      good_faith_statement, accuracy_statement, created_at, opened_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true, true, time, time
    FROM (SELECT now() - make_interval(hours => $12::int) AS time) AS filed RETURNING id),
    linked AS (INSERT INTO takedown_items (takedown_id, media_id, position)
      SELECT id, media_id, n FROM filed, unnest($13::bigint[]) WITH ORDINALITY AS item (media_id, n))
    SELECT id FROM filed`,
    [...Object.values(given), [mediaId, ...furtherIds].filter((id) => id !== null)],
  )
  return Number(row?.id)
}

type Reported = { names: string[]; reason?: ReportReason }

/** Adds reported items an hour apart, without files; see `showPictures`. */
export const addReported = async (site: Site, owner: OtherVisitor, { names, reason = 'spam' }: Reported) => {
  const [reporter] = await site.query<{ id: string }>(
    `INSERT INTO users (username) VALUES (gen_random_uuid()) RETURNING id`,
  )
  await site.query('UPDATE users SET uploads = uploads + $2 WHERE id = $1', [owner.id, names.length])
  const rows = await site.query<{ id: number }>(
    `WITH last AS (UPDATE catalog SET last_position = last_position + $3 RETURNING last_position - $3 AS before)
    INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256)
    SELECT $1, 'ready', before + n, 'image/jpeg', name, 1024, 400, 300, 'SunnyOtter42-' || name, sha256(convert_to(name, 'UTF8'))
    FROM last, unnest($2::text[]) WITH ORDINALITY AS given (name, n) ORDER BY n RETURNING id::int`,
    [owner.id, names, names.length],
  )
  const ids = rows.map(({ id }) => id)
  await site.query(`INSERT INTO reports (media_id, user_id, reason) SELECT id, $2, $3 FROM unnest($1::bigint[]) id`, [
    ids,
    reporter?.id,
    reason,
  ])
  await site.query(
    `INSERT INTO reported_media (media_id, is_urgent, opened_at)
    SELECT id, $2, now() - make_interval(hours => 11 - n::int) FROM unnest($1::bigint[]) WITH ORDINALITY AS given (id, n)`,
    [ids, reason === 'illegal'],
  )
  return ids
}

/** Adds an upload that resembles a removed item. */
export const addLookAlike = async (site: Site, owner: OtherVisitor, name: string) => {
  const { id } = await owner.upload(await photo(name, { width: 400, height: 300 }, 200))
  await site.query(`UPDATE media SET status = 'waiting', position = NULL WHERE id = $1`, [id])
  await site.query('UPDATE users SET uploads = uploads - 1 WHERE id = $1', [owner.id])
  await site.query('INSERT INTO look_alikes (media_id) VALUES ($1)', [id])
  return id
}

/** Adds a voter who votes faster than anyone can look at the items. */
export const addOutlier = async (site: Site, owner: OtherVisitor, username: string) => {
  await site.query(
    `WITH voter AS (INSERT INTO users (username, votes_cast) VALUES ($2, 30) RETURNING id),
    item AS (
      INSERT INTO media (
        owner_id, status, mime_type, original_name, size_bytes, width, height, original_key, sha256, hot_votes, not_votes)
      SELECT $1, 'ready', 'image/jpeg', 'made.jpg', 1000, 640, 480, 'made-' || n, sha256(int4send(n)), n % 2, 1 - n % 2
      FROM generate_series(1, 30) n RETURNING id, hot_votes)
    INSERT INTO votes (user_id, media_id, is_hot, created_at)
    SELECT voter.id, item.id, item.hot_votes = 1, now() - (item.id % 100) * interval '0.1 seconds' FROM voter, item`,
    [owner.id, username],
  )
}
