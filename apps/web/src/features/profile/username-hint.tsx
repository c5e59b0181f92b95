import { USERNAME_MAX, USERNAME_MIN } from '@hotvote/shared/limits'
import type { UsernameCheck } from './use-username-check.ts'

const RULE = `${USERNAME_MIN} to ${USERNAME_MAX} characters, seen on your uploads.`

/** What is known of the typed name, announced as it becomes known. */
export function UsernameHint({ check }: { check: UsernameCheck }) {
  return (
    <span aria-live="polite">
      {check === 'checking' && 'Checking whether it is free…'}
      {check === 'available' && <span className="text-ok-ink">✓ Username is available</span>}
      {check === 'unknown' && 'We could not check whether it is free. You can still try to save it.'}
      {(check === 'none' || check === 'taken') && RULE}
    </span>
  )
}
