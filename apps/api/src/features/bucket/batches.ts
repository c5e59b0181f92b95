/** Requests to the store at once. */
const AT_ONCE = 12

/** Does `work` for each entry, some at a time, as long as `signal` lets it. */
export const inBatches = async <Entry>(
  entries: Entry[],
  work: (entry: Entry) => Promise<unknown>,
  signal?: AbortSignal,
) => {
  for (let from = 0; from < entries.length && !signal?.aborted; from += AT_ONCE)
    await Promise.all(entries.slice(from, from + AT_ONCE).map(work))
}
