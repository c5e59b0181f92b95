import { describe, expect, it } from 'vitest'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from '../app/after-use.ts'
import { call } from '../app/call.ts'
import { queryCount } from '../app/database.ts'
import { operatorCall, startAsOperator } from '../app/operator.ts'
import { newDataDir, runServer, startServer } from '../app/server-process.ts'
import { type connectTo, openSite, withLongTimeouts } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { operationWhen } from '../app/worker.ts'
import { heldRecovery } from '../fakes/postgres.ts'

const EXPORT = 'GET /api/admin/export-votes'

type Server = Awaited<ReturnType<typeof runServer>>

/** Resolves when the server no longer accepts connections. */
const askToEnd = async (server: Server) => {
  server.signal('SIGTERM')
  const knock = () => call(server, 'GET /healthz', { agent: false }).catch((failure: Error) => failure)
  await expect.poll(knock, SOON).toMatchObject({ code: 'ECONNREFUSED' })
}

/** Blocks reads of `votes` at the first vote of each voter until its lock is released. */
const holdVotes = async ({ pool }: ReturnType<typeof connectTo>, voters: number[]) => {
  const blocker = await pool.connect()
  afterUse(() => blocker.release(true))
  await blocker.query(`
ALTER TABLE votes RENAME TO all_votes;
CREATE FUNCTION held(voter bigint, item bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF item = (SELECT min(id) FROM media) AND voter IN (${voters}) THEN PERFORM pg_advisory_xact_lock_shared(voter); END IF;
  RETURN true;
END $$;
CREATE VIEW votes AS SELECT * FROM all_votes WHERE held(user_id, media_id);
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database());
  EXECUTE format('ALTER DATABASE %I SET enable_sort = off', current_database());
END $$`)
  for (const voter of voters) await blocker.query('SELECT pg_advisory_lock($1)', [voter])
  return {
    free: (voter: number) => blocker.query('SELECT pg_advisory_unlock($1)', [voter]),
    end: () => blocker.query('DROP VIEW votes; ALTER TABLE all_votes RENAME TO votes'),
  }
}

const HELD_UP = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

describe('a process that is asked to end during an export of votes', PROCESSES, () => {
  it('stops reading votes and leaves the export to the next process', async () => {
    const { db, env, server, voters } = await openSite({ visitors: 3, items: 5000, settings: withLongTimeouts })
    server.signal('SIGTERM')
    await server.exited
    const ids = voters.map(({ id }) => id)
    const text = 'INSERT INTO votes (user_id, media_id, is_hot) SELECT unnest($1::bigint[]), id, true FROM media'
    await db.query({ text }, [ids])
    const [, second = 0, third = 0] = ids.sort((a, b) => a - b)
    const held = await holdVotes(db, [second, third])
    const asked = await runServer(env)
    expect((await startAsOperator(asked, EXPORT)).status).toBe(202)
    await expect.poll(() => queryCount(db, HELD_UP), SOON).toBe(1)
    await askToEnd(asked)
    await held.free(second)
    expect(await asked.exited).toBe(0)
    expect(await db.query({ text: 'SELECT status FROM operations' })).toEqual([{ status: 'queued' }])
    await held.end()
    const next = await runServer(env)
    const { id, result } = await operationWhen(next, 'export-votes', ({ status }) => status === 'done')
    expect(result).toMatchObject({ rows: 15_000 })
    const other = await runServer({ ...env, ROLE: 'web' })
    expect((await operatorCall(other, `${EXPORT}?operation=${id}`)).status).toBe(200)
  })
})

describe('a process that is asked to end while its own database recovers', PROCESSES, () => {
  it('stops waiting and shuts down in order', async () => {
    const DATA_DIR = newDataDir()
    const { dir, untilHeld } = await heldRecovery(DATA_DIR)
    const server = await startServer({ DATA_DIR })
    await untilHeld()
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(findPostmaster(dir)).toBeUndefined()
  })
})
