import { z } from 'zod'
import { onlyRow } from '../db/aggregates.ts'
import { statement } from '../db/statement.ts'
import { breach, type Check, looked } from './check.ts'
import type { Site } from './site.ts'

/** Connections that the pools of a process may have. */
const mostOf = ({ databasePool, databaseDirectUrl }: Site['config']) =>
  databasePool.max * (databaseDirectUrl === undefined ? 1 : 2)

const BACKENDS = statement({
  name: 'checkup_backends',
  row: { connections: z.number(), idleInTransaction: z.number(), waiting: z.number() },
  text: `
SELECT count(*) AS connections,
  count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '10 seconds')
    AS idle_in_transaction,
  count(*) FILTER (WHERE wait_event_type = 'Lock' AND query_start < now() - interval '10 seconds') AS waiting
FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND application_name NOT IN ('hotvote-checkup', 'backup')`,
})

const LEFT = statement({
  name: 'checkup_prepared_transactions',
  row: { name: z.string() },
  text: `
SELECT 'the prepared transaction ' || gid AS name FROM pg_prepared_xacts WHERE database = current_database()
UNION ALL
SELECT format('the constraint %s of %s, which is not valid', conname, conrelid::regclass) FROM pg_constraint
WHERE NOT convalidated AND connamespace = 'public'::regnamespace`,
})

/** Nothing in the database holds others up. */
export const databaseCalm: Check = {
  number: 13,
  title: 'Nothing in the database waits, or is half done',
  async look({ db, options, config }, found) {
    const { connections, idleInTransaction, waiting } = onlyRow(await db.query(BACKENDS))
    looked(found, 'connections', connections)
    if (idleInTransaction > 0) breach(found, `${idleInTransaction} transactions have been idle for 10 seconds`)
    if (waiting > 0) breach(found, `${waiting} statements have waited for a lock for 10 seconds`)
    if (options.processes === undefined) found.notes.push('without --processes connections are not compared')
    else if (connections > mostOf(config) * options.processes)
      breach(found, `${connections} connections are more than ${options.processes} processes have`)
    for (const { name } of await db.query(LEFT)) breach(found, `there is ${name}`)
  },
}
