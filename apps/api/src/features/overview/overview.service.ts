import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { Deps } from '../../deps.ts'
import { withTx } from '../../platform/db/client.ts'
import { forgetFinishedDays, writeFinishedDays } from './overview.queries.ts'

/** Keeps the plots of the overview cheap: a day that is over is counted once, not each time somebody looks. */
export const rollUpDays = (deps: Pick<Deps, 'db' | 'log'>) => withTx(deps, (tx) => writeFinishedDays(tx, PLOT_DAYS))

/** Counts the days again that the overview plots, after a change of which votes count. */
export const recountDays = (deps: Pick<Deps, 'db' | 'log'>) =>
  withTx(deps, async (tx) => {
    await forgetFinishedDays(tx, PLOT_DAYS)
    await writeFinishedDays(tx, PLOT_DAYS)
  })
