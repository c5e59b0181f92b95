import { createHash } from 'node:crypto'
import { sign } from 'cookie-signature'
import pg from 'pg'

export const SECRET = 'bench'.repeat(8)
const cookieOf = (sessionId: string) => `hv_session=${encodeURIComponent(sign(sessionId, SECRET))}`

export type Caller = { id: number; cookie: string }
const OWNERS = 100

const sessionIdOf = (name: string, id: number) => `${name}${id}`.padEnd(32, '-')

const addUsers = async (client: pg.Client, name: string, count: number) => {
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO users (username) SELECT $1::text || n FROM generate_series(1, $2::int) n RETURNING id',
    [name, count],
  )
  return rows.map((row) => Number(row.id))
}

/** Visitors with a session each. */
const addVisitors = async (client: pg.Client, name: string, count: number) => {
  const ids = await addUsers(client, name, count)
  const hashes = ids.map((id) => createHash('sha256').update(sessionIdOf(name, id)).digest())
  await client.query('INSERT INTO sessions (user_id, token_hash) SELECT * FROM unnest($1::bigint[], $2::bytea[])', [
    ids,
    hashes,
  ])
  return ids.map((id): Caller => ({ id, cookie: cookieOf(sessionIdOf(name, id)) }))
}

const addMedia = async (client: pg.Client, count: number) => {
  const [first = 1] = await addUsers(client, 'owner', OWNERS)
  await client.query(
    `INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height,
       original_key, display_key, thumb_key, placeholder, sha256)
     SELECT $1::bigint + n % $2::bigint, 'ready', n, 'image/jpeg', 'photo.jpg', 100000, 1600, 1200,
       '2026/11/' || n || '-original.jpg', '2026/11/' || n || '-display.webp', '2026/11/' || n || '-thumb.webp',
       decode(repeat('ab', 25), 'hex'), sha256(int8send(n)) FROM generate_series(1, $3::bigint) n`,
    [first, OWNERS, count],
  )
  await client.query('UPDATE catalog SET last_position = $1', [count])
}

/** Votes on a share of the collection, scattered, for each visitor; at most `count`. */
const addVotes = async (client: pg.Client, callers: Caller[], { count, share }: { count: number; share: number }) => {
  for (const { id } of callers)
    await client.query(
      `INSERT INTO votes (user_id, media_id, is_hot) SELECT $1::bigint, id, id % 2 = 0 FROM media
       WHERE $3::float8 = 1 OR (hashint8(id + $1::bigint) & 1048575) < $3::float8 * 1048576 ORDER BY id LIMIT $2`,
      [id, count, share],
    )
}

/** The limit's own table; then everything is written and counted, so that no pair is measured during the clean-up. */
const settle = async (client: pg.Client) => {
  await client.query(`CREATE TABLE bench_inserts (user_id bigint, media_id bigint, is_hot boolean,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (user_id, media_id))`)
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
}

/** Fills an empty, migrated database. Everything is made by SQL: the files behind the items do not exist. */
export const openDataset = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('SET synchronous_commit = off')
  return {
    visitors: (name: string, count: number) => addVisitors(client, name, count),
    media: (count: number) => addMedia(client, count),
    rate: (callers: Caller[], some: { count: number; share: number }) => addVotes(client, callers, some),
    settle: () => settle(client),
    close: () => client.end(),
  }
}
