import type pg from 'pg'

/** Where votes and views are kept apart by visitor: on one server as partitions, on several as shards. */
const PARTITIONS = 16

const partitionsOf = (table: string) =>
  Array.from(
    { length: PARTITIONS },
    (_, rest) =>
      `CREATE TABLE ${table}_${rest} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${rest})`,
  ).join(';\n')

const FOREIGN_KEYS = ['user_id', 'media_id'] as const

const INDEXES = {
  votes: `CREATE INDEX votes_media_id_created_at ON votes (media_id, created_at);
CREATE INDEX votes_created_at ON votes USING brin (created_at)`,
  views: 'CREATE INDEX views_media_id ON views (media_id)',
}

/** The same columns, constraints and indexes, by the same names; the key begins with the visitor already. */
const partitioned = (table: keyof typeof INDEXES) => `
ALTER TABLE ${table} RENAME TO whole_${table};
CREATE TABLE ${table} (LIKE whole_${table} INCLUDING DEFAULTS) PARTITION BY HASH (user_id);
${partitionsOf(table)};
INSERT INTO ${table} SELECT * FROM whole_${table};
DROP TABLE whole_${table};
ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (user_id, media_id);
${FOREIGN_KEYS.map((column) => {
  const other = column === 'user_id' ? 'users' : 'media'
  return `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_${other}_id_fk FOREIGN KEY (${column}) REFERENCES ${other} (id);`
}).join('\n')}
${INDEXES[table]};`

/** Splits votes and views by visitor, in one transaction (`docs/scaling.md`). */
export const partitionRatings = async (client: pg.Client) => {
  await client.query(`BEGIN; ${partitioned('votes')} ${partitioned('views')} COMMIT; ANALYZE votes; ANALYZE views`)
}
