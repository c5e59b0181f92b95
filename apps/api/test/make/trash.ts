import { createTasks } from '../../src/tasks.ts'
import type { TestApp } from '../app/test-app.ts'

/** As if the days were over for which the operator can bring back what was deleted until now. */
export const afterTrashDays = async ({ deps }: TestApp) => {
  await deps.db.query({
    text: `UPDATE media SET trashed_at = trashed_at - interval '7 days' WHERE status = 'trashed'`,
  })
  await createTasks(deps)['empty-trash']({}, new AbortController().signal)
}
