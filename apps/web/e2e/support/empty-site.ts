import { globSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DELETE_JOBS, JOBS } from '../../../api/test/app/job-table.ts'

type Beside = {
  url: string
  dataDir: string
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** Milliseconds between two idle checks. */
const LOOK = 10

/** Running statements and jobs, and connections being opened. */
const AT_WORK = `
SELECT (SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND state IS DISTINCT FROM 'idle')
  + (SELECT count(*) FROM ${JOBS} WHERE state = 'active') AS count`

const untilIdle = async ({ url, dataDir, query }: Beside) => {
  // Twice: a request read during the first check may start its statement afterwards.
  for (let idle = 0; idle < 2; ) {
    // Everything that arrived earlier has been read when this is answered.
    await fetch(`${url}/healthz`)
    const [row] = await query<{ count: string }>(AT_WORK)
    // Each upload has a folder; an export keeps its file.
    const uploads = globSync('{tmp,media/.incoming}/*/*/', { cwd: dataDir })
    idle = row?.count === '0' && uploads.length === 0 ? idle + 1 : 0
    if (idle < 2) await pause(LOOK)
  }
}

/** For a few rows, `DELETE` is a hundred times faster than `TRUNCATE`; without foreign keys no table waits for another. */
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

/** Removes all rows, jobs and files of a running site; ids keep counting. */
export const emptySite = async (site: Beside) => {
  await site.query(REMOVE_ROWS)
  await untilIdle(site)
  await site.query(REMOVE_ROWS)
  const media = join(site.dataDir, 'media')
  // The running site assembles files in `.incoming`.
  for (const name of readdirSync(media).filter((one) => one !== '.incoming'))
    rmSync(join(media, name), { recursive: true })
}
