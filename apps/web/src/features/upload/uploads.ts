import { counted } from '@hotvote/shared/counted'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { isAwayStatus } from '../../lib/api/call-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { isReachable, isServerAway, noticeOutage, onRetry } from '../../lib/api/reachability.ts'
import { toast } from '../../lib/browser/toasts.ts'
import { checkBlock, onVisitEnd, renewSession, sessionKey } from '../../lib/session/open-session.ts'
import { paths } from '../../lib/session/paths.ts'
import { isLoggedOut, watchOtherTabs } from '../../lib/session/stored-session.ts'
import { losesWithPage } from '../../lib/session/work-under-way.ts'
import { NoAnswer, OtherVisitor, sendFile, toSessionFailure, UploadFailure } from './upload.api.ts'
import { isActive, isSameVisitor, isUnsent, type Visitor } from './upload-item.ts'
import { type Outcome, type Send, UploadQueue } from './upload-queue.ts'

const openSession = () => renewSession().catch((error: unknown) => Promise.reject(toSessionFailure(error)))

const visitorHere = () => queryClient.getQueryData<Session | null>(sessionKey) ?? undefined

/** After an outage the queue resumes with the next retry. */
async function noticeFailure(error: unknown) {
  if (error instanceof NoAnswer) await isServerAway()
  else if (error instanceof UploadFailure && isAwayStatus(error.status)) noticeOutage(error.retryAfter)
}

/** Sends in the visitor's name; a session that the server no longer knows is opened anew once, as other calls do. */
const send: Send = async (item, signal, onProgress) => {
  if (isLoggedOut()) throw new UploadFailure('You are logged out: log in again to upload.')
  const attempt = async (visitor: Visitor) => {
    // Another tab may have logged in as somebody else: the list of one is not split between two.
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
  // The visitor's statistics never go stale by themselves.
  void queryClient.invalidateQueries({ queryKey: ['stats'] })
  return sent
}

/** The rows tell of failures, and what did arrive beside them; a visitor who went elsewhere is told by a toast. */
function onSettled({ completed, failed }: Outcome) {
  // The uploads resume once network and server are back.
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

/** Lives as long as the page, so that uploads go on while the visitor looks at other screens. */
export const uploads = new UploadQueue({ send, onSettled, visitor: visitorHere })
onRetry(() => uploads.goOn())

/** Nothing goes on in the name of somebody who logged out or whose account is gone, here or in another tab. */
onVisitEnd(() => uploads.cancelAll())
watchOtherTabs(() => {
  if (isLoggedOut()) uploads.cancelAll()
})

const isUploading = () => uploads.state().items.some(isActive)

/** Files that were chosen and are not stored yet would have to be chosen again. */
losesWithPage(() => uploads.state().items.some(isUnsent))
/** Closing the page would end what is on its way. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
uploads.subscribe(() => {
  if (isUploading()) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

export const useUploads = uploads.use
