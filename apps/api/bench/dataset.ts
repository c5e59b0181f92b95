import { createHash } from 'node:crypto'
import { sign } from 'cookie-signature'
import pg from 'pg'
import { seedCollection } from './seed-collection.ts'

export const SECRET = 'bench'.repeat(8)
const cookieOf = (sessionId: string) => `hv_session=${encodeURIComponent(sign(sessionId, SECRET))}`

/** `sessionHash` is in hex. */
export type Caller = { id: number; cookie: string; sessionHash: string }
const OWNERS = 100

const sessionIdOf = (name: string, id: number) => `${name}${id}`.padEnd(32, '-')

const addUsers = async (client: pg.Client, name: string, count: number) => {
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO users (username) SELECT $1::text || n FROM generate_series(1, $2::int) n RETURNING id',
    [name, count],
  )
  return rows.map((row) => Number(row.id))
}

const addVisitors = async (client: pg.Client, name: string, count: number) => {
  const ids = await addUsers(client, name, count)
  const hashes = ids.map((id) => createHash('sha256').update(sessionIdOf(name, id)).digest())
  await client.query('INSERT INTO sessions (user_id, token_hash) SELECT * FROM unnest($1::bigint[], $2::bytea[])', [
    ids,
    hashes,
  ])
  return ids.map((id, i): Caller => {
    const sessionHash = hashes[i]?.toString('hex') ?? ''
    return { id, cookie: cookieOf(sessionIdOf(name, id)), sessionHash }
  })
}

const addVotes = async (client: pg.Client, callers: Caller[], { count, share }: { count: number; share: number }) => {
  for (const { id } of callers)
    await client.query(
      `INSERT INTO votes (user_id, media_id, is_hot) SELECT $1::bigint, id, id % 2 = 0 FROM media
       WHERE $3::float8 = 1 OR (hashint8(id + $1::bigint) & 1048575) < $3::float8 * 1048576 ORDER BY id LIMIT $2`,
      [id, count, share],
    )
}

/** Also runs VACUUM and ANALYZE, so that no measurement overlaps with them. */
const settle = async (client: pg.Client) => {
  await client.query(`CREATE TABLE bench_inserts (user_id bigint, media_id bigint, is_hot boolean,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (user_id, media_id))`)
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
}

/** Needs an empty, migrated database; creates no media files. */
export const openDataset = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('SET synchronous_commit = off')
  return {
    visitors: (name: string, count: number) => addVisitors(client, name, count),
    media: (count: number) => seedCollection(url, { users: OWNERS, media: count, votes: 0 }),
    rate: (callers: Caller[], some: { count: number; share: number }) => addVotes(client, callers, some),
    settle: () => settle(client),
    close: () => client.end(),
  }
}
