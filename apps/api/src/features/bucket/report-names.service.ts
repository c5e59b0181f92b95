import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

/** Replaces the name of an item that is gone for good. */
const NAMELESS = 'Deleted item'

/** Whether the item of `file`, in a report, is gone for good. */
const IS_GONE = `file ->> 'mediaId' IS NOT NULL AND NOT EXISTS (
  SELECT FROM media WHERE id = (file ->> 'mediaId')::bigint AND status <> 'deleted')`

const withoutNames = (list: string, ...names: string[]) => {
  const nameless = JSON.stringify(Object.fromEntries(names.map((name) => [name, NAMELESS])))
  return `coalesce((
  SELECT jsonb_agg(CASE WHEN ${IS_GONE} THEN file || '${nameless}' ELSE file END)
  FROM jsonb_array_elements(${list}) file), '[]')`
}

/** `files`: path of the items in a report; `$1`: minutes since its end, or null for every report. */
const isConcerned = (kind: string, files: string, name: string) => `
kind = '${kind}' AND ($1::int IS NULL OR ended_at > now() - make_interval(mins => $1)) AND ended_at IS NOT NULL AND EXISTS (
  SELECT FROM jsonb_path_query(result, '${files}') file WHERE file ->> '${name}' <> '${NAMELESS}' AND ${IS_GONE})`

const FORGET_IN_DUPLICATES = statement({
  name: 'forget_names_in_duplicates',
  text: `
UPDATE operations SET result = jsonb_set(result, '{duplicateGroups}', (
  SELECT jsonb_agg(found || jsonb_build_object('files', ${withoutNames(`found -> 'files'`, 'originalName', 'mediaName')}) ||
    CASE WHEN found ->> 'type' = 'name' AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(found -> 'files') file WHERE NOT (${IS_GONE}))
    THEN '{"criteria": "Same name"}'::jsonb ELSE '{}' END)
  FROM jsonb_array_elements(result -> 'duplicateGroups') found))
WHERE ${isConcerned('find-duplicates', '$.duplicateGroups[*].files[*]', 'originalName')}`,
})
const FORGET_IN_ORPHANS = statement({
  name: 'forget_names_in_orphans',
  text: `
UPDATE operations SET
  result = jsonb_set(result, '{brokenItems,items}', ${withoutNames(`result #> '{brokenItems,items}'`, 'mediaName')})
WHERE ${isConcerned('find-orphans', '$.brokenItems.items[*]', 'mediaName')}`,
})

/** Takes the names of items that are gone for good out of the reports about the bucket, which are stored for long. */
export const forgetNamesOfGone = async (db: Db, minutes: number | null = null) => {
  for (const forget of [FORGET_IN_DUPLICATES, FORGET_IN_ORPHANS]) await db.query(forget, [minutes])
}

/** Minutes, more than there are between two looks. */
const RECENT = 30

/** Does so where an item was erased while the report that names it was made. */
export const forgetNamesInRecent = (db: Db) => forgetNamesOfGone(db, RECENT)
