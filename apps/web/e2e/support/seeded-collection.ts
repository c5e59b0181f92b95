import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { photo } from './made-media.ts'
import type { Site } from './running-site.ts'

/** Seeds `item-0001.jpg` … without files, a day apart; item n has n Hot votes and n/2 views. */
export const seedMedia = async (site: Site, items: number, username = 'SunnyOtter42') => {
  const [owner] = await site.query<{ id: number }>(
    'INSERT INTO users (username, uploads) VALUES ($1, $2) RETURNING id::int',
    [username, items],
  )
  await site.query(
    `WITH last AS (UPDATE catalog SET last_position = last_position + $2 RETURNING last_position - $2 AS before)
    INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256,
      hot_votes, views, created_at)
    SELECT $1, 'ready', before + n, 'image/jpeg', 'item-' || lpad(n::text, 4, '0') || '.jpg', 1024 * n, 640, 480,
      $3 || n || '.jpg', sha256(convert_to($3 || n, 'UTF8')), n, n / 2, now() - ($2 - n) * interval '1 day'
    FROM last, generate_series(1, $2::int) n`,
    [owner?.id, items, `${username}-`],
  )
  return owner?.id ?? 0
}

/** Serves this photo for every file of a seeded item, in all tabs. */
export const showPictures = async (page: Page) => {
  const { buffer } = await photo('any.jpg', { width: 480, height: 360 })
  const show = (route: Route) => route.fulfill({ contentType: 'image/jpeg', body: buffer })
  await page.context().route('**/media/SunnyOtter42-*', show)
}

export const seedPhotos = async (page: Page, site: Site, items: number) => {
  await seedMedia(site, items)
  await showPictures(page)
}

/** Seeds `Visitor1` …, an hour apart; every third has an email address. */
export const seedUsers = (site: Site, users: number) =>
  site.query(
    `INSERT INTO users (username, email, email_verified_at, latitude, longitude, login_count, last_login_at, created_at,
      is_synthetic, uploads, votes_cast, views_made)
    SELECT 'Visitor' || n, CASE WHEN n % 3 = 0 THEN 'visitor' || n || '@mail.example' END, CASE WHEN n % 6 = 0 THEN now() END,
      CASE WHEN n % 2 = 0 THEN 48.8566 END, CASE WHEN n % 2 = 0 THEN 2.3522 END, n % 5,
      CASE WHEN n % 5 > 0 THEN now() - n * interval '1 hour' END, now() - ($1 - n) * interval '1 hour', n % 7 = 0,
      n % 4, n * 10, n * 100
    FROM generate_series(1, $1::int) n`,
    [users],
  )

const FOLDER = 'seeded'

/** Adds photos without renditions, of different colours and shapes, ten times faster than uploads. */
export const addPhotos = async (site: Site, photos: number) => {
  const [owner] = await site.query<{ id: number }>(
    `INSERT INTO users (username, uploads) VALUES ('SunnyOtter42', $1)
    ON CONFLICT (lower(username)) DO UPDATE SET uploads = users.uploads + $1 RETURNING id::int`,
    [photos],
  )
  mkdirSync(join(site.dataDir, 'media', FOLDER), { recursive: true })
  const keys: string[] = []
  for (let n = 1; n <= photos; n++) {
    const key = randomBytes(6).toString('hex')
    const { buffer } = await photo(`photo-${n}.jpg`, { width: 240 + 40 * n, height: 320 }, n * 47)
    writeFileSync(join(site.dataDir, 'media', FOLDER, `${key}-original.jpg`), buffer)
    keys.push(key)
  }
  return site.query<{ id: number; key: string }>(
    `WITH last AS (UPDATE catalog SET last_position = last_position + $2 RETURNING last_position - $2 AS before),
    made AS (
      INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256)
      SELECT $1, 'ready', before + n, 'image/jpeg', 'photo-' || n || '.jpg', 1000, 240 + 40 * n, 320,
        $4 || '/' || key || '-original.jpg', sha256(convert_to(key, 'UTF8'))
      FROM last, unnest($3::text[]) WITH ORDINALITY AS given (key, n)
      RETURNING id::int, position, original_key)
    SELECT id, substr(original_key, length($4) + 2, 12) AS key FROM made ORDER BY position`,
    [owner?.id, photos, keys, FOLDER],
  )
}
