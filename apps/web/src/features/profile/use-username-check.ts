import { username } from '@hotvote/shared/visitor/sessions'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../lib/browser/hooks.ts'
import { usernameQuery } from './profile.api.ts'

/** Milliseconds without typing before a name is asked for (`visitor.md §9`). */
const PAUSE_MS = 500

/** `visitor.md §3`, and what comes before it: nothing to ask, or no answer yet. */
export type UsernameCheck = 'none' | 'checking' | 'available' | 'taken' | 'unknown'

/** Whether the typed name is free: asked only for a valid name that differs from the current one (`visitor.md §4`). */
export function useUsernameCheck(typed: string, current: string): UsernameCheck {
  const parsed = username.safeParse(typed)
  const wanted = parsed.success && parsed.data !== current ? parsed.data : null
  const debounced = useDebounced(wanted, PAUSE_MS)
  const isDebounced = wanted !== null && debounced === wanted
  const { data, isError } = useQuery({ ...usernameQuery(wanted ?? ''), enabled: isDebounced })
  if (wanted === null) return 'none'
  if (data) return data.available ? 'available' : 'taken'
  return isDebounced && isError ? 'unknown' : 'checking'
}
