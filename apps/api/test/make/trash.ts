import { createTasks } from '../../src/tasks.ts'
import type { TestApp } from '../app/test-app.ts'

/** Simulates the end of the trash period for all trashed items. */
export const afterTrashDays = async ({ deps }: TestApp) => {
  await deps.db.query({
    text: `UPDATE media SET trashed_at = trashed_at - interval '7 days' WHERE status = 'trashed'`,
  })
  await createTasks(deps)['empty-trash']({}, new AbortController().signal)
}
