import { globSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DELETE_JOBS, JOBS } from '../../../api/test/app/job-table.ts'

type Beside = {
  url: string
  dataDir: string
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** Milliseconds between two checks whether anything is still under way. */
const LOOK = 10

/** Statements and jobs that are running, and connections that are being opened for one. */
const AT_WORK = `
SELECT (SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND state IS DISTINCT FROM 'idle')
  + (SELECT count(*) FROM ${JOBS} WHERE state = 'active') AS count`

/** Waits until the site has finished all that an earlier test asked of it. */
const untilIdle = async ({ url, dataDir, query }: Beside) => {
  // Twice: what has been read the first time is at its first statement the second time.
  for (let idle = 0; idle < 2; ) {
    // What arrived before this call has been read when this is answered.
    await fetch(`${url}/healthz`)
    const [row] = await query<{ count: string }>(AT_WORK)
    // A folder each; an export keeps its file.
    const uploads = globSync('{tmp,media/.incoming}/*/*/', { cwd: dataDir })
    idle = row?.count === '0' && uploads.length === 0 ? idle + 1 : 0
    if (idle < 2) await pause(LOOK)
  }
}

/**
 * Everything but the schema, and which processes take jobs: the site goes on. Work that is under way finds nothing of its
 * own any more, and ends. Row by row, in whatever order: `TRUNCATE` makes new files of all tables and indexes, which takes a
 * hundred times as long for a few rows. Without its foreign keys, and each table by itself, so that it waits for nobody who
 * waits for it; all of them in one statement, as most of the time of a statement for no row is its way.
 */
const REMOVE_ROWS = `
DO $$ DECLARE name text; BEGIN
  PERFORM set_config('session_replication_role', 'replica', false);
  FOREACH name IN ARRAY ARRAY(SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('catalog', 'workers')) LOOP
    EXECUTE format('DELETE FROM %I', name);
    COMMIT;
  END LOOP;
  PERFORM set_config('session_replication_role', 'origin', false);
  UPDATE catalog SET last_position = 0;
  COMMIT;
  ${DELETE_JOBS};
END $$`

/** Brings a running site back to its first day: no rows, no jobs, no files. Ids go on. */
export const emptySite = async (site: Beside) => {
  await site.query(REMOVE_ROWS)
  await untilIdle(site)
  await site.query(REMOVE_ROWS)
  const media = join(site.dataDir, 'media')
  // `.incoming` is where the running site puts together what it stores.
  for (const name of readdirSync(media).filter((one) => one !== '.incoming'))
    rmSync(join(media, name), { recursive: true })
}
