import type { Deps } from './deps.ts'
import { deleteFiles, sweepPending } from './features/uploads/uploads.service.ts'
import type { TaskList } from './jobs/worker.ts'

/** Every background task, by the feature that does it. */
export const tasksOf = (deps: Deps): TaskList => ({
  'sweep-uploads': () => sweepPending(deps, 60),
  'delete-files': ({ keys }) => deleteFiles(deps, keys),
})
