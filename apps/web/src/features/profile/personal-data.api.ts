import type { deleteOwnAccount } from '@hotvote/shared/personal-data'
import type { UseMutationOptions } from '@tanstack/react-query'
import { hasCode } from '../../lib/net/call-error.ts'
import { fetchFile, fileNameOf, saveFile } from '../../lib/net/download.ts'
import '../../lib/net/lost-answers.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { isOfSomebodyElse, renewFor, renewSession } from '../../lib/visitor/renew-session.ts'
import { sessionKey } from '../../lib/visitor/session-key.ts'

const isUnknown = (error: unknown) => hasCode(error, 'no_session')

/** Hands everything that is stored about the visitor to the browser, as a file. */
export const downloadDataMutation = {
  mutationFn: async (userId: number) => {
    const load = () => fetchFile(`/api/users/${userId}/data`)
    const answer = await load().catch(async (error: unknown) => {
      if (!isUnknown(error) && !isOfSomebodyElse(error)) throw error
      await renewFor(error, (id) => id === userId)
      return load()
    })
    await saveFile(answer, fileNameOf(answer, 'personal-data.json'))
  },
  meta: {
    // Whether the browser keeps it, the page is not told.
    done: { title: 'Your download has begun', description: 'Look for the file before you delete anything here.' },
    failed: { title: 'Download Failed' },
  },
} satisfies UseMutationOptions<void, Error, number>

/**
 * Deletes the account of this browser's visitor. The next session call learns that it is gone, tells it in every tab and
 * begins with a new visitor: so it does where the answer got lost, or another tab was faster.
 */
export const deleteAccountMutation = {
  mutationFn: async (userId: number) => {
    try {
      // Repeated with a renewed session of this visitor only: another one's would be the next visitor's account.
      await callAsVisitor<typeof deleteOwnAccount>(
        'DELETE /api/users/:userId',
        { params: { userId } },
        (id) => id === userId,
      )
    } catch (error) {
      if (!hasCode(error, 'account_deleted')) throw error
      // It was before: the call has renewed the session, which told it.
      return
    }
    await renewSession()
  },
  meta: { failed: { title: 'Account Not Deleted' }, refetchOnLostAnswer: [sessionKey] },
} satisfies UseMutationOptions<void, Error, number>
