import { PLOT_DAYS_MAX } from '@hotvote/shared/limits'
import type { Deps } from '../../deps.ts'
import { withTx } from '../../platform/db/client.ts'
import { forgetFinishedDays, writeFinishedDays } from './overview.queries.ts'

export const rollUpDays = (deps: Pick<Deps, 'db' | 'log'>) => withTx(deps, (tx) => writeFinishedDays(tx, PLOT_DAYS_MAX))

/** Call this after excluding votes from totals or including them again. */
export const recountDays = (deps: Pick<Deps, 'db' | 'log'>) =>
  withTx(deps, async (tx) => {
    await forgetFinishedDays(tx, PLOT_DAYS_MAX)
    await writeFinishedDays(tx, PLOT_DAYS_MAX)
  })
