import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { type RowOf, statement } from '../../db/statement.ts'
import { homeKey, KEY_COLUMNS, withFile } from '../../db/stored-media.ts'

/** An index leads to items that have a file at home; those of the trash, which are few, are looked through. */
const NAMED = statement({
  name: 'files_named_by_items',
  row: { home: z.string(), key: z.string(), mediaId: z.number() },
  text: `
SELECT given.home, given.home AS key, id AS media_id
FROM unnest($1::text[]) given (home), LATERAL (${withFile('given.home')}) item WHERE status <> 'deleted'
UNION
SELECT ${homeKey('named.key')}, named.key, id
FROM media, unnest(ARRAY[${KEY_COLUMNS.map(({ name }) => name).join(', ')}]) named (key)
WHERE status = 'trashed' AND ${homeKey('named.key')} = ANY ($1::text[])`,
})

/** Where an item looks for a file; `home`: the key of the same file while its item is not in the trash. */
export type NamedFile = RowOf<typeof NAMED>

export const filesNamedByItems = (db: Db, homes: string[]) => db.query(NAMED, [homes])
