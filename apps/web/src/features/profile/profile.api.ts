import type { checkUsername, Profile, removeLocation, updateProfile } from '@hotvote/shared/visitor/profiles'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import { retryOnce } from '../../lib/api/call-error.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { postSession, showVisitor } from '../../lib/session/open-session.ts'
import { changeSession } from '../../lib/session/session.ts'
import { currentPosition } from './current-position.ts'

/** Milliseconds. */
const STALE_MS = 10_000

export const usernameQuery = (name: string) =>
  queryOptions({
    queryKey: ['username', name],
    queryFn: () => callAsVisitor<typeof checkUsername>('GET /api/users/check-username/:name', { params: { name } }),
    staleTime: STALE_MS,
  })

type Change = { userId: number; changed: { username?: string; email?: string } }

async function patchProfile({ userId, changed }: Change): Promise<Profile> {
  const call = { params: { userId }, body: changed }
  const profile = await callAsVisitor<typeof updateProfile>('PATCH /api/users/:userId', call)
  changeSession(profile)
  return profile
}

export const updateProfileMutation = {
  mutationFn: patchProfile,
  retry: retryOnce,
  meta: {
    done: { title: 'Profile Updated' },
    failed: { title: 'Update Failed', fallback: 'Failed to update profile' },
  },
} satisfies UseMutationOptions<Profile, Error, Change>

/** Saves the browser's location in the session (`visitor.md §7`). */
export const shareLocationMutation = {
  mutationFn: async () => {
    const session = await postSession(await currentPosition())
    showVisitor(session)
    return session
  },
} satisfies UseMutationOptions<Session, Error, void>

export const removeLocationMutation = {
  mutationFn: async (userId) => {
    const profile = await callAsVisitor<typeof removeLocation>('DELETE /api/users/:userId/location', {
      params: { userId },
    })
    changeSession(profile)
    return profile
  },
  retry: retryOnce,
  meta: {
    done: { title: 'Location Removed' },
    failed: { title: 'Location Not Removed', fallback: 'Failed to remove your location' },
  },
} satisfies UseMutationOptions<Profile, Error, number>
