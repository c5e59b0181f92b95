/** Only this file and `src/platform/jobs/queue-tables.ts` know the columns. */
export const JOB_TABLE = 'pgboss.job'

const IS_ASKED_FOR = `singleton_key IS DISTINCT FROM 'scheduled'`
const WAITS = `state IN ('created', 'retry')`

/** Waiting, running and failed jobs, except jobs that were added by a schedule. */
export const JOBS = `(
SELECT id, name AS task, singleton_key AS key, data, state::text AS state, start_after AS due_at, created_on AS created_at,
  retry_count AS retries, output ->> 'message' AS problem
FROM ${JOB_TABLE} WHERE (${WAITS} OR state IN ('active', 'failed')) AND ${IS_ASKED_FOR}) job`

export const DUE_NOW = `UPDATE ${JOB_TABLE} SET start_after = now() WHERE ${WAITS} AND ${IS_ASKED_FOR}`
export const DUE_IN_AN_HOUR = DUE_NOW.replace('now()', `now() + interval '1 hour'`)
export const DELETE_JOBS = `DELETE FROM ${JOB_TABLE} WHERE state <> 'active'`
export const GIVE_UP = `UPDATE ${JOB_TABLE} SET state = 'failed', completed_on = now(), retry_count = retry_limit WHERE ${WAITS}`
/** Simulates a process that has taken every waiting job. */
export const TAKE = `UPDATE ${JOB_TABLE} SET state = 'active', started_on = now(), heartbeat_on = now() WHERE ${WAITS}`
/** Simulates 31 seconds without heartbeats. */
export const SILENCE = `UPDATE ${JOB_TABLE} SET heartbeat_on = heartbeat_on - interval '31 seconds' WHERE state = 'active'`
export const ADD_QUEUE = `SELECT ${JOB_TABLE.split('.')[0]}.create_queue($1, '{"policy": "standard"}')`
