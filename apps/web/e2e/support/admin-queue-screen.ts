import type { ReportReason } from '@hotvote/shared/visitor/reports'
import type { Page } from '@playwright/test'
import { photo } from './made-media.ts'
import type { OtherVisitor } from './other-visitor.ts'
import type { Site } from './running-site.ts'

export const queueScreen = (page: Page) => {
  const main = page.getByRole('main')
  const cards = main
    .getByRole('list', { name: 'Queue' })
    .getByRole('listitem', { name: /^(Reports|Look-alike|Takedown|Outlier) / })
  return {
    main,
    cards,
    card: (name: string | RegExp) => main.getByRole('listitem', { name }),
    /** The card that shortcuts act on. */
    current: main.locator('li[aria-current]'),
    done: main.getByRole('status', { name: 'Last decision' }),
    undo: main.getByRole('button', { name: 'Undo' }),
    next: main.getByRole('link', { name: 'Next', exact: true }),
    badge: page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Queue/ }),
  }
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

/** An upload that resembles a removed item. */
export const addLookAlike = async (site: Site, owner: OtherVisitor, name: string) => {
  const { id } = await owner.upload(await photo(name, { width: 400, height: 300 }, 200))
  await site.query(`UPDATE media SET status = 'waiting', position = NULL WHERE id = $1`, [id])
  await site.query('UPDATE users SET uploads = uploads - 1 WHERE id = $1', [owner.id])
  await site.query('INSERT INTO look_alikes (media_id) VALUES ($1)', [id])
  return id
}

/** A voter who votes too quickly to look. */
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
