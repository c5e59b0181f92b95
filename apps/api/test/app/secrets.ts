import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/client.ts'
import { countOf } from './counts.ts'

const COLUMNS = `
SELECT format('%I.%I', table_schema, table_name) AS tab, quote_ident(column_name) AS col, data_type AS type
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
  AND data_type IN ('text', 'bytea', 'character varying', 'json', 'jsonb', 'uuid', 'ARRAY')`

const formsOf = (secret: string) =>
  [Buffer.from(secret), Buffer.from(secret, 'base64url'), Buffer.from(Buffer.from(secret).toString('hex'))].filter(
    ({ length }) => length >= 16,
  )

export const expectNowhereIn = async (db: Pick<Db, 'query'>, secrets: string[]) => {
  const columns = await db.query<{ tab: string; col: string; type: string }>({ text: COLUMNS })
  expect(columns.map(({ tab, col }) => `${tab}.${col}`)).toEqual(
    expect.arrayContaining(['public.sessions.token_hash', 'pgboss.job_common.data']),
  )
  const forms = secrets.flatMap(formsOf)
  expect(forms.length).toBeGreaterThanOrEqual(secrets.length)
  for (const { tab, col, type } of columns) {
    const bytes = type === 'bytea' ? col : `convert_to(${col}::text, 'UTF8')`
    const text = `SELECT count(*) FROM ${tab}, unnest($1::bytea[]) secret WHERE position(secret in ${bytes}) > 0`
    expect(await countOf(db, text, [forms]), `${tab}.${col}`).toBe(0)
  }
}
