import { counted } from '@hotvote/shared/counted'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { isAwayStatus } from '../../lib/api/call-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { isReachable, isServerAway, onRetry, reportOutage } from '../../lib/api/reachability.ts'
import { toast } from '../../lib/browser/toasts.ts'
import { checkBlock, onVisitEnd, renewSession, sessionKey } from '../../lib/session/open-session.ts'
import { paths } from '../../lib/session/paths.ts'
import { isLoggedOut, watchOtherTabs } from '../../lib/session/stored-session.ts'
import { registerUnfinishedWork, uploadProgress } from '../../lib/session/work-under-way.ts'
import { NoAnswer, OtherVisitor, sendFile, toSessionFailure, UploadFailure } from './upload.api.ts'
import { isActive, isSameVisitor, isUnsent, type Visitor } from './upload-item.ts'
import { countTotals, type Outcome, type Send, UploadQueue } from './upload-queue.ts'

const openSession = () => renewSession().catch((error: unknown) => Promise.reject(toSessionFailure(error)))

const visitorHere = () => queryClient.getQueryData<Session | null>(sessionKey) ?? undefined

async function noticeFailure(error: unknown) {
  if (error instanceof NoAnswer) await isServerAway()
  else if (error instanceof UploadFailure && isAwayStatus(error.status)) reportOutage(error.retryAfter)
}

const send: Send = async (item, signal, onProgress) => {
  if (isLoggedOut()) throw new UploadFailure('You are logged out: log in again to upload.')
  const attempt = async (visitor: Visitor) => {
    // Another visitor may have logged in from another tab.
    if (item.owner && !isSameVisitor(item.owner, visitor)) throw new OtherVisitor()
    return sendFile({ userId: visitor.id, file: item.file, key: item.key, signal, onProgress })
  }
  const start = async () => attempt(visitorHere() ?? (await openSession()))
  const sent = await start()
    .catch(async (error: unknown) => {
      if (!(error instanceof UploadFailure) || isLoggedOut()) throw error
      if (error.status === 403) checkBlock()
      if (error.status !== 401) throw error
      const renewed = await openSession()
      return attempt(renewed)
    })
    .catch(async (error: unknown) => {
      await noticeFailure(error)
      throw error
    })
  // Invalidate the statistics, which never become stale on their own.
  void queryClient.invalidateQueries({ queryKey: ['stats'] })
  return sent
}

/** Shows a toast, unless the upload screen already shows the failures. */
function onSettled({ completed, failed }: Outcome) {
  // Don't show a toast during an outage, because uploads resume afterwards.
  if (!isReachable()) return
  if (failed > 0 && location.pathname !== paths.upload)
    toast({
      title: 'Upload Failed',
      description: `${counted(failed, 'file')} could not be uploaded. Open Upload Media to try again.`,
      variant: 'destructive',
    })
  else if (completed > 0 && failed === 0)
    toast({ title: 'Upload Successful', description: 'Your media has been uploaded successfully!' })
}

/** Global queue, so uploads continue while the visitor is on other screens. */
export const uploads = new UploadQueue({ send, onSettled, visitor: visitorHere })
onRetry(() => uploads.resumeInterrupted())

/** Uploads stop after a logout or account deletion, even in another tab. */
onVisitEnd(() => uploads.cancelAll())
watchOtherTabs(() => {
  if (isLoggedOut()) uploads.cancelAll()
})

const isUploading = () => uploads.state().items.some(isActive)

/** Leaving or reloading the page would lose files that are not stored yet. */
registerUnfinishedWork(() => uploads.state().items.some(isUnsent))
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
uploads.subscribe(() => {
  uploadProgress.set(isUploading() ? countTotals(uploads.state()).batch.percent : null)
  if (isUploading()) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

export const useUploads = uploads.use
