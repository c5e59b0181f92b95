import { openDatabase } from '../src/db/client.ts'
import { openLog } from '../src/deps.ts'
import { afterFile } from './after-file.ts'
import { quickVisitor, quickVisitors, type Reply } from './call.ts'
import { countOf, expectExactCounts } from './counts.ts'
import { newItems } from './items.ts'
import { newDataDir, startServer } from './server-process.ts'
import { testDatabase } from './test-app.ts'

/** A look into a database from beside the server. */
export const openBeside = (url: string) => {
  const db = openDatabase(url, openLog({ logLevel: 'silent' }), 3)
  afterFile(() => db.close())
  return db
}

/** What a server needs to run on a database that it does not start itself. */
export const production = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: newDataDir(),
  SECRET: 's'.repeat(32),
  ADMIN_PASSWORD: 'a long enough password',
})

/** A server as a process of its own on a cloned database, with `visitors` who may vote on `items`. */
export const openSite = async ({ visitors, items }: { visitors: number; items: number }) => {
  const database = await testDatabase()
  afterFile(database.drop)
  const db = openBeside(database.url)
  const env = production(database.url)
  const server = await startServer(env)
  await server.running
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
type Site = Awaited<ReturnType<typeof openSite>>

/** What came of a call: an answer, or a connection that broke before one. */
type Outcome = Reply | Error

/**
 * Every voter votes on every item, one after the other, until all is done or `goOn` says no. The ledger tells what
 * was answered for each vote.
 */
export const voteOnEverything = async ({ voters, items }: Site, goOn: (answered: number) => boolean) => {
  const ledger: { userId: number; mediaId: number; outcome: Outcome }[] = []
  let answered = 0
  const run = async ({ id, vote }: Site['voters'][number]) => {
    for (const mediaId of items) {
      if (!goOn(answered)) return
      const outcome: Outcome = await vote(mediaId).catch((error: Error) => error)
      if (!(outcome instanceof Error)) answered++
      ledger.push({ userId: id, mediaId, outcome })
    }
  }
  await Promise.all(voters.map(run))
  return ledger
}

/** Votes that were answered 201 and are not in the database. */
export const lostVotes = async (db: Site['db'], ledger: Awaited<ReturnType<typeof voteOnEverything>>) => {
  const kept = ledger.filter(({ outcome }) => !(outcome instanceof Error) && outcome.status === 201)
  const columns = [kept.map(({ userId }) => userId), kept.map(({ mediaId }) => mediaId)]
  const found = await countOf(
    db,
    `SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS kept (user_id, media_id) JOIN votes USING (user_id, media_id)`,
    columns,
  )
  await expectExactCounts(db)
  return { acknowledged: kept.length, lost: kept.length - found }
}
