/** Texts for the `error` parameter that a failed link adds to the URL (`visitor.md §8`). */
export const LINK_FAILURES = {
  'invalid-token': 'Invalid or expired magic link',
  'expired-token': 'Magic link has expired',
  'invalid-user': 'User verification failed',
  'verification-failed': 'Account verification failed',
} as const
export type LinkFailure = keyof typeof LINK_FAILURES
