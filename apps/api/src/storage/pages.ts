import type { ListedObject, Query, Storage } from './storage.ts'

/** All that a list holds, a page at a time; the next one is asked for when it is wanted. */
export async function* pagesOf(list: Storage['list'], query: Query): AsyncGenerator<ListedObject[]> {
  let cursor = query.cursor
  do {
    const page = await list({ ...query, cursor })
    yield page.objects
    cursor = page.cursor
  } while (cursor !== null)
}
