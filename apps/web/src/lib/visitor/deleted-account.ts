import type { Session } from '@hotvote/shared/sessions'
import { writeStored } from '../browser/browser-storage.ts'
import { toast } from '../browser/toasts.ts'
import { stopVisit } from './end-visit.ts'
import { forgetSession, rememberedSession } from './stored-session.ts'

const DELETED_KEY = 'hotvote-account-deleted'

const tellDeleted = () =>
  toast({ title: 'Account deleted', description: 'It is gone for good. You are here as somebody new now.' })

/** Tells it, too, where another tab of this browser deleted the account or learned of it. */
export function watchDeletion() {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== DELETED_KEY) return
    stopVisit()
    tellDeleted()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/**
 * This browser forgets a visitor whose account was deleted, here or in another browser, and `post` opens the session of
 * the next one. Another tab may have begun already: then its visitor is this one's, too.
 */
export async function beginAnew(sessionId: string, post: () => Promise<Session>): Promise<Session> {
  stopVisit()
  if (rememberedSession().sessionId === sessionId) {
    writeStored(DELETED_KEY, String(Date.now()))
    forgetSession()
  }
  tellDeleted()
  return post()
}
