import type { deleteOwnAccount } from '@hotvote/shared/visitor/personal-data'
import type { UseMutationOptions } from '@tanstack/react-query'
import { fetchFile, readFileName, saveFile } from '../../lib/api/download.ts'
import { asVisitor, callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { isDeleted, renewSession, sessionKey } from '../../lib/session/open-session.ts'

export const downloadDataMutation = {
  mutationFn: async (userId: number) => {
    const answer = await asVisitor(() => fetchFile(`/api/users/${userId}/data`))
    await saveFile(answer, readFileName(answer, 'personal-data.json'))
  },
  meta: {
    // Pages cannot know whether the browser saved the file.
    done: { title: 'Download started', description: 'Make sure the file was saved before deleting your account.' },
    failed: { title: 'Download Failed' },
  },
} satisfies UseMutationOptions<void, Error, number>

/** Deletes the account; the next session call starts a new visitor. */
export const deleteAccountMutation = {
  mutationFn: async (userId: number) => {
    try {
      await callAsVisitor<typeof deleteOwnAccount>('DELETE /api/users/:userId', { params: { userId } })
      await renewSession()
    } catch (error) {
      if (!isDeleted(error)) throw error
    }
  },
  meta: { failed: { title: 'Account Not Deleted' }, refetchOnLostAnswer: [sessionKey] },
} satisfies UseMutationOptions<void, Error, number>
