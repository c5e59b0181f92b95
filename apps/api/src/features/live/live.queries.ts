import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

/** Newest operations: those that are open are among them. */
const NEWEST = 50

/** Rows that were written to these tables, as PostgreSQL counts them by itself, some seconds late when many are written. */
const writtenTo = (tables: string[]) => `(
  SELECT sum(pg_stat_get_tuples_inserted(part) + pg_stat_get_tuples_updated(part) + pg_stat_get_tuples_deleted(part))::text
  FROM unnest(ARRAY[${tables.map((table) => `'${table}'`).join(', ')}]::regclass[]) written
  LEFT JOIN LATERAL pg_partition_tree(written) tree ON isleaf, coalesce(tree.relid, written) part)`

const VERSIONS = statement({
  name: 'versions',
  row: {
    audit: z.string().nullable(),
    health: z.string().nullable(),
    media: z.string().nullable(),
    operations: z.string().nullable(),
    takedowns: z.string().nullable(),
    votes: z.string().nullable(),
  },
  text: `
SELECT (SELECT max(id) FROM audit_log)::text AS audit,
  ${writtenTo(['graphile_worker._private_jobs', 'mail_counts', 'retention_runs'])} AS health,
  concat_ws(' ', (SELECT last_position FROM catalog), (SELECT max(id) FROM media),
    (SELECT count(*) FROM media WHERE status = 'pending')) AS media,
  (SELECT sum(xmin::text::bigint) FROM (SELECT xmin FROM operations ORDER BY id DESC LIMIT ${NEWEST}) newest)::text
    AS operations,
  concat_ws(' ', (SELECT count(*) FROM takedowns WHERE status = 'pending'), (SELECT count(*) FROM look_alikes))
    AS takedowns,
  ${writtenTo(['votes', 'set_aside_votes', 'redirect_counts'])} AS votes`,
})

/**
 * Of each topic a text that is another one after a change. Only what waits is counted from its rows, uploads, requests and
 * look-alikes: nothing that grows with the site.
 */
export const versionsOf = async (db: Db) => onlyRow(await db.query(VERSIONS))
