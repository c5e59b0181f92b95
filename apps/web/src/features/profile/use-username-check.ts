import { username } from '@hotvote/shared/visitor/sessions'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../lib/browser/hooks.ts'
import { usernameQuery } from './profile.api.ts'

/** Milliseconds (`visitor.md §9`). */
const PAUSE_MS = 500

/** States of `visitor.md §3`, plus `none` and `unknown`. */
export type UsernameCheck = 'none' | 'checking' | 'available' | 'taken' | 'unknown'

/** Checks only valid names that differ from the current one (`visitor.md §4`). */
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
