import type { Deps } from './deps.ts'
import { forgetExpiredSessions } from './features/sessions/sessions.service.ts'
import { deleteFiles, sweepPending } from './features/uploads/uploads.service.ts'
import { forgetExpiredLimits } from './http/rate-limit.ts'
import type { TaskList } from './jobs/worker.ts'
import { sendQueued } from './mail/send-queued.ts'

/** Every background task, by the feature that does it. */
export const tasksOf = (deps: Deps): TaskList => ({
  'sweep-uploads': () => sweepPending(deps, 60),
  'forget-expired': async () => {
    await forgetExpiredSessions(deps)
    await forgetExpiredLimits(deps.db)
  },
  'delete-files': ({ keys }) => deleteFiles(deps, keys),
  'send-mail': (queued) => sendQueued(deps, queued),
})
