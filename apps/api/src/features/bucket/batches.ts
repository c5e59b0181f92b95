import { chunksOf } from '../../domain/chunks.ts'

/** Requests to the store at once. */
const AT_ONCE = 12

/** Does `work` for each entry, some at a time, as long as `signal` lets it. */
export const inBatches = async <Entry>(
  entries: Entry[],
  work: (entry: Entry) => Promise<unknown>,
  signal?: AbortSignal,
) => {
  for (const batch of chunksOf(entries, AT_ONCE)) if (!signal?.aborted) await Promise.all(batch.map(work))
}
