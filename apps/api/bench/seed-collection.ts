import pg from 'pg'
import { createIndexes, dropIndexes } from './bulk-indexes.ts'
import { leastMedia, type Place, planTables, type Size } from './seed-plan.ts'
import { rowsOf, SEEDED, votesOfPages } from './seed-rows.ts'

type Tell = (what: string) => void

/** Pages of 8 KiB per batch, about half a million planned votes. */
const PAGES = 4000

const count = (value: number) => value.toLocaleString('en')

const numberOf = async (client: pg.Client, text: string) => Number((await client.query(text)).rows[0].n)

const isSuperuser = (client: pg.Client) =>
  client.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper').then(({ rowCount }) => rowCount === 1)

const takePlaces = async (client: pg.Client, size: Size): Promise<Place> => {
  await client.query('LOCK TABLE users, media, votes, views, catalog IN SHARE ROW EXCLUSIVE MODE')
  const take = (sequence: string, many: number) =>
    numberOf(client, `SELECT setval('${sequence}', nextval('${sequence}') + ${many} - 1) - ${many} + 1 AS n`)
  return {
    ...size,
    firstUser: await take('users_id_seq', size.users),
    firstMedia: await take('media_id_seq', size.media),
    firstPosition: (await numberOf(client, 'SELECT last_position AS n FROM catalog')) + 1,
  }
}

const writeVotes = async (client: pg.Client, place: Place, tell: Tell) => {
  const pages = await numberOf(client, `SELECT pg_relation_size('seed_votes') / 8192 AS n`)
  for (let page = 0; page < pages; page += PAGES) {
    const written = Math.round((place.votes * page) / pages)
    tell(`writing votes and views (${count(written)} of ${count(place.votes)})`)
    await client.query(votesOfPages(place, page, page + PAGES))
  }
}

/** True if most votes will be new; rebuilding the indexes is then faster. */
const hasFewerVotes = async (client: pg.Client, { votes }: Size) =>
  (await numberOf(client, `SELECT count(*) AS n FROM (SELECT FROM votes LIMIT ${votes}) found`)) < votes

const fill = async (client: pg.Client, size: Size, tell: Tell) => {
  await client.query(`SET LOCAL work_mem = '128MB'`)
  // Skip foreign-key checks, which would double the time.
  if (await isSuperuser(client)) await client.query('SET LOCAL session_replication_role = replica')
  const place = await takePlaces(client, size)
  for (const [what, text] of Object.entries(planTables(size))) {
    tell(what)
    await client.query(text)
  }
  const planned = await numberOf(client, 'SELECT count(*) AS n FROM seed_votes')
  if (planned < size.votes) throw new Error(`Only ${count(planned)} different votes are possible`)
  for (const [what, text] of Object.entries(rowsOf(place))) {
    tell(`writing ${what}`)
    await client.query(text)
  }
  const isBulk = await hasFewerVotes(client, size)
  const indexes = isBulk ? await dropIndexes(client, ['votes', 'views']) : []
  await writeVotes(client, place, tell)
  if (isBulk) tell('indexing votes and views')
  await createIndexes(client, indexes)
}

/** Adds rows by SQL in one transaction, without media files. */
export const seedCollection = async (
  url: string,
  size: Size,
  { isForced = false, tell = () => undefined }: { isForced?: boolean; tell?: Tell } = {},
) => {
  const needed = leastMedia(size)
  if (size.media < needed) throw new Error(`So many votes of so few users need at least ${count(needed)} media`)
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rowCount } = await client.query(`SELECT FROM users WHERE username NOT LIKE '${SEEDED}%' LIMIT 1`)
    if (rowCount !== 0 && !isForced)
      throw new Error('This database has visitors. Nothing was changed; --force adds to it all the same')
    await client.query('BEGIN')
    await fill(client, size, tell)
    tell('committing')
    await client.query('COMMIT')
    tell('tidying up')
    await client.query('VACUUM (ANALYZE) users, media, votes, views, takedowns, audit_log')
  } finally {
    await client.end()
  }
}
