import { expect } from 'vitest'
import { loadConfig } from '../../src/platform/config/config.ts'
import { openLog } from '../../src/platform/config/log.ts'
import { type Db, openDatabase } from '../../src/platform/db/client.ts'
import { urlWith } from '../../src/platform/db/url-settings.ts'
import { newItems } from '../make/items.ts'
import { afterUse } from './after-use.ts'
import { quickVisitor, quickVisitors, type Reply } from './call.ts'
import { expectExactCounts, queryCount } from './database.ts'
import { newDataDir, runServer } from './server-process.ts'
import { ADMIN_PASSWORD } from './settings.ts'
import { SOON } from './soon.ts'
import { testDatabase } from './test-app.ts'

export const connectTo = (url: string) => {
  const db = openDatabase({ ...loadConfig({}).databasePool, url, max: 3 }, openLog({ logLevel: 'silent' }))
  afterUse(() => db.close())
  return db
}

/** Overrides the server's timeouts (`platform/db/client.ts`). */
const LONG_TIMEOUTS = {
  query_timeout: '60000',
  options: '-c lock_timeout=60000 -c statement_timeout=60000',
}

/** `application_name` of server processes. */
const APPLICATION_NAME = 'served'

/** Settings for an existing database. */
export const production = (databaseUrl: string) => ({
  DATABASE_URL: urlWith(databaseUrl, { application_name: APPLICATION_NAME }),
  DATA_DIR: newDataDir(),
  SECRET: 's'.repeat(32),
  ADMIN_PASSWORD,
})

type Environment = Record<string, string>
type Settings = (databaseUrl: string) => Environment | Promise<Environment>

/** A server process with a cloned database. */
export const openServer = async (settings: Settings = production) => {
  const database = await testDatabase()
  afterUse(database.drop)
  const env = await settings(database.url)
  return { db: connectTo(database.url), env, server: await runServer(env) }
}

type SiteOptions = { visitors: number; items: number; settings?: Settings }

export const openSite = async ({ visitors, items, settings }: SiteOptions) => {
  const { db, env, server } = await openServer(settings)
  const owner = await quickVisitor(server)
  return {
    db,
    env,
    server,
    owner,
    items: await newItems({ deps: { db } }, owner.id, items),
    voters: await quickVisitors(server, visitors),
  }
}

/** Timeouts of a minute, for calls that a test delays by locks. */
export const withLongTimeouts = (databaseUrl: string) => production(urlWith(databaseUrl, LONG_TIMEOUTS))

/** Statements of a killed server still run and commit. */
export const untilStatementsEnd = async (db: Pick<Db, 'query'>) => {
  const text = 'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1'
  await expect.poll(() => queryCount(db, text, [APPLICATION_NAME]), SOON).toBe(0)
}

/** Simulates a database that immediately notices killed clients. */
export const endStatements = async (db: Pick<Db, 'query'>) => {
  await db.query(
    {
      text: 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    },
    [APPLICATION_NAME],
  )
  await untilStatementsEnd(db)
}

type Site = Awaited<ReturnType<typeof openSite>>

type Outcome = Reply | Error

export const voteOnEverything = async ({ voters, items }: Site, resumeInterrupted: (answered: number) => boolean) => {
  const ledger: { userId: number; mediaId: number; outcome: Outcome }[] = []
  let answered = 0
  const run = async ({ id, vote }: Site['voters'][number]) => {
    for (const mediaId of items) {
      if (!resumeInterrupted(answered)) return
      const outcome: Outcome = await vote(mediaId).catch((error: Error) => error)
      if (!(outcome instanceof Error)) answered++
      ledger.push({ userId: id, mediaId, outcome })
    }
  }
  await Promise.all(voters.map(run))
  return ledger
}

/** Returns votes that were answered with 201 but are missing. */
export const lostVotes = async (db: Site['db'], ledger: Awaited<ReturnType<typeof voteOnEverything>>) => {
  const acknowledged = ledger.filter(({ outcome }) => !(outcome instanceof Error) && outcome.status === 201)
  const columns = [acknowledged.map(({ userId }) => userId), acknowledged.map(({ mediaId }) => mediaId)]
  const found = await queryCount(
    db,
    `SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS acknowledged (user_id, media_id) JOIN votes USING (user_id, media_id)`,
    columns,
  )
  await expectExactCounts(db)
  return { acknowledged: acknowledged.length, lost: acknowledged.length - found }
}
