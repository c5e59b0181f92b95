import type { Place } from './seed-plan.ts'

/** Prefix of seeded users' names. */
export const SEEDED = 'Seed '

const WORDS = ['beach', 'sunset', 'IMG', 'holiday', 'DSC', 'portrait', 'friends', 'WhatsApp Image', 'garden', 'concert']
const PLACEHOLDERS = ['1QcSHQRnh493V4dIh4eXh1h4kJUI', '3PcNNYSFeXh/d3eld0iHZoZgVwh2', '3OcRJYB4d3h/iIeHeEh3eIhw+j3A']
const EVENTS = ['MEDIA_DELETE_REQUEST', 'MEDIA_DELETE_COMPLETED', 'ADMIN_DELETE_REQUEST', 'ADMIN_DELETE_COMPLETED']
const TYPES = ['image/jpeg', 'image/jpeg', 'image/jpeg', 'image/png', 'image/webp']

const oneOf = (values: string[], n: string) =>
  `(ARRAY[${values.map((value) => `'${value}'`).join()}])[1 + ${n} % ${values.length}]`

const users = ({ firstUser }: Place) => `
INSERT INTO users (id, username, email, email_verified_at, latitude, longitude, votes_cast, views_made, uploads,
  login_count, last_login_at, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT id, '${SEEDED}' || id, email, CASE WHEN n % 50 <> 0 THEN email_at END, latitude,
  CASE WHEN latitude IS NOT NULL THEN random() * 360 - 180 END, coalesce(votes, 0), coalesce(views, 0),
  coalesce(uploads, 0), logins, CASE WHEN logins > 0 THEN email_at + random() * (now() - email_at) END, created_at, created_at
FROM (
  SELECT n, created_at, ${firstUser - 1} + n AS id, CASE WHEN n % 10 = 0 THEN 'seed-' || ${firstUser - 1} + n || '@example.com' END AS email,
    CASE WHEN n % 10 = 0 THEN created_at + random() * (now() - created_at) END AS email_at,
    CASE WHEN n % 7 = 0 THEN random() * 140 - 60 END AS latitude,
    CASE WHEN n % 10 = 0 AND n % 50 <> 0 THEN floor(power(random(), 3) * 40)::int ELSE 0 END AS logins
  FROM seed_users) planned
LEFT JOIN seed_user_counts ON voter = n
LEFT JOIN (SELECT owner, count(*) AS uploads FROM seed_media GROUP BY owner) owners ON owner = n
ORDER BY n`

/** Seeded items have no files, so the page shows their placeholders. */
const media = ({ firstUser, firstMedia, firstPosition }: Place) => `
INSERT INTO media (id, owner_id, status, position, mime_type, original_name, size_bytes, width, height, duration,
  original_key, display_key, thumb_key, placeholder, sha256, perceptual_hash, hot_votes, not_votes, views, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT id, ${firstUser - 1} + owner, 'ready', ${firstPosition - 1} + n,
  CASE WHEN is_video THEN 'video/mp4' ELSE ${oneOf(TYPES, 'n')} END,
  ${oneOf(WORDS, 'id * 7 / 3')} || '-' || id || CASE WHEN is_video THEN '.mp4' ELSE '.jpg' END,
  floor(20000 + power(random(), 3) * 9000000), 800 + n % 5 * 320, 600 + n % 7 * 240,
  CASE WHEN is_video THEN 3 + n % 50 END, key || CASE WHEN is_video THEN '-original.mp4' ELSE '-original.jpg' END, CASE WHEN NOT is_video THEN key || '-display.webp' END,
  CASE WHEN NOT is_video THEN key || '-thumb.webp' END,
  CASE WHEN NOT is_video THEN decode(${oneOf(PLACEHOLDERS, 'n')}, 'base64') END, sha256(int8send(id)),
  CASE WHEN NOT is_video THEN hashint8extended(id, 0) END, coalesce(hot, 0), coalesce("not", 0), coalesce(views, 0),
  created_at, created_at
FROM (
  SELECT *, ${firstMedia - 1} + n AS id, n % 12 = 0 AS is_video, 'seed/' || ${firstMedia - 1} + n AS key FROM seed_media) planned
LEFT JOIN seed_item_counts ON item = n
ORDER BY n`

const takedowns = ({ firstMedia, media: count }: Place) => `
INSERT INTO takedowns (status, complainant_name, complainant_email, copyright_owner, work_description,
  infringement_description, infringing_urls, good_faith_statement, accuracy_statement, electronic_signature,
  created_at, updated_at)
SELECT ${oneOf(['pending', 'resolved', 'rejected', 'reviewed'], 'n')}, '${SEEDED}Holder ' || n, 'holder-' || n || '@example.com',
  '${SEEDED}Studio ' || n % 40, 'A photograph of mine, number ' || n, 'It is shown without my permission.',
  jsonb_build_array('https://example.com/' || n), true, true, '${SEEDED}Holder ' || n, at, at
FROM (SELECT n, now() - interval '400 days' * (1 - n::float8 / ${Math.min(2000, Math.ceil(count / 100))}) AS at
  FROM generate_series(1, ${Math.min(2000, Math.ceil(count / 100))}::bigint) n) planned;
INSERT INTO takedown_items (takedown_id, media_id, position)
SELECT id, ${firstMedia} + id * 97 % ${count}, 0 FROM takedowns WHERE complainant_name LIKE '${SEEDED}%' AND id % 3 > 0
ON CONFLICT DO NOTHING`

const audit = ({ users: count, firstMedia }: Place) => `
INSERT INTO audit_log (event, actor, context, created_at)
SELECT ${oneOf(EVENTS, 'n')}, CASE WHEN n % 4 < 2 THEN 'visitor' ELSE 'operator' END,
  jsonb_build_object('seeded', true, 'mediaId', ${firstMedia} + n), now() - interval '400 days' * (1 - n::float8 / ${Math.ceil(count / 20)})
FROM generate_series(1, ${Math.ceil(count / 20)}::bigint) n`

const emails = ({ users: count, firstUser }: Place) => `
INSERT INTO captured_emails (user_id, email, created_at)
SELECT ${firstUser - 1} + n, 'captured-' || ${firstUser - 1} + n || '@example.com', created_at FROM seed_users WHERE n % 50 = 7 AND n <= ${count}`

export const rowsOf = (place: Place): Record<string, string> => ({
  users: users(place),
  media: media(place),
  'takedowns, audit entries, captured addresses': [takedowns(place), audit(place), emails(place)].join(';'),
  // Deletes the daily counts, so the worker counts the changed days again.
  catalog: `UPDATE catalog SET last_position = ${place.firstPosition + place.media - 1}; DELETE FROM daily_activity`,
})

export const votesOfPages = ({ firstUser, firstMedia }: Place, from: number, to: number) => {
  const part = `FROM seed_votes WHERE ctid >= '(${from},0)' AND ctid < '(${to},0)'`
  const ids = `${firstUser - 1} + voter, ${firstMedia - 1} + item`
  return `
INSERT INTO views (user_id, media_id, created_at) SELECT ${ids}, created_at - interval '2 seconds' ${part} AND is_viewed;
INSERT INTO votes (user_id, media_id, is_hot, created_at) SELECT ${ids}, is_hot, created_at ${part}`
}
