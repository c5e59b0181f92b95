import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { chunksOf } from '../../domain/chunks.ts'
import { deleteIdle, idleBetween, lastOfNext } from './idle-visitors.queries.ts'

/** Users that one statement looks at: few enough for the statement timeout, whoever of them is idle. */
const STEP = 2000
/** Users of one transaction: few enough that nobody's vote waits for it. */
const BATCH = 100

/**
 * Removes visitors who never did anything and have not come back for so many days, with their sessions and views, batch by
 * batch. Returns how many went.
 */
export const removeIdleVisitors = async (
  deps: Pick<Deps, 'db' | 'log'>,
  days: number,
  shutdown: AbortSignal,
): Promise<number> => {
  let removed = 0
  for (let after = 0; !shutdown.aborted; ) {
    const last = await lastOfNext(deps.db, after, STEP)
    if (last === undefined) break
    const ids = await idleBetween(deps.db, { after, last, days })
    for (const batch of chunksOf(ids, BATCH)) {
      if (shutdown.aborted) break
      removed += await withTx(deps, (tx) => deleteIdle(tx, batch, days))
    }
    after = last
  }
  return removed
}
