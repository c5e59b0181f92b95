import { counted } from '@hotvote/shared/counted'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { CallError, isOutage } from '../../lib/api/call-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { isReachable, isServerAway, onRetry, reportOutage } from '../../lib/api/reachability.ts'
import { toast } from '../../lib/browser/toasts.ts'
import { onVisitEnd, renewSession, sessionKey } from '../../lib/session/open-session.ts'
import { paths } from '../../lib/session/paths.ts'
import { watchOtherTabs } from '../../lib/session/stored-session.ts'
import { registerUnfinishedWork, uploadProgress } from '../../lib/session/work-under-way.ts'
import { sendFile } from './upload.api.ts'
import { isActive, isUnsent } from './upload-item.ts'
import { countTotals, type Outcome, type Send, UploadQueue } from './upload-queue.ts'

const send: Send = async (item, signal, onProgress) => {
  try {
    const { id: userId } = queryClient.getQueryData<Session | null>(sessionKey) ?? (await renewSession())
    const sent = await sendFile({ ...item, userId, signal, onProgress })
    // Invalidate the statistics, which never become stale on their own.
    void queryClient.invalidateQueries({ queryKey: ['stats'] })
    return sent
  } catch (error) {
    if (isOutage(error) && !signal.aborted) await noticeOutage(error)
    throw error
  }
}

/** Probes the server if there was no response, because a connection can break for other reasons. */
async function noticeOutage(error: unknown) {
  if (error instanceof CallError) reportOutage(error.retryAfter)
  else await isServerAway()
}

/** Shows a toast, unless the upload screen already shows the failures. */
function onSettled({ completed, failed, left }: Outcome) {
  // Don't show a toast during an outage, because uploads resume afterwards.
  if (!isReachable()) return
  if (failed > 0 && location.pathname !== paths.upload)
    toast({
      title: 'Upload Failed',
      description: `${counted(failed, 'file')} could not be uploaded. Open Upload Media to see why.`,
      variant: 'destructive',
    })
  else if (completed > 0 && failed + left === 0)
    toast({ title: 'Upload Successful', description: 'Your media has been uploaded successfully!' })
}

/** Global queue, so uploads continue while the visitor is on other screens. */
export const uploads = new UploadQueue({ send, onSettled })
onRetry(() => uploads.resumeInterrupted())

/** Uploads stop when the visitor changes, even in another tab, so no file ends up in another account. */
onVisitEnd(() => uploads.cancelAll())
watchOtherTabs(() => uploads.cancelAll())

const hasUnsent = () => uploads.state().items.some(isUnsent)

/** Leaving or reloading the page would lose files that are not stored yet. */
registerUnfinishedWork(hasUnsent)
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
uploads.subscribe(() => {
  const isUploading = uploads.state().items.some(isActive)
  uploadProgress.set(isUploading ? countTotals(uploads.state()).batch.percent : null)
  if (hasUnsent()) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

export const useUploads = uploads.use
