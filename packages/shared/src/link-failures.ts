/** Why a link from a mail did not work: the `error` of the address that it leads to, and what is said of it (`visitor.md §8`). */
export const LINK_FAILURES = {
  'invalid-token': 'Invalid or expired magic link',
  'expired-token': 'Magic link has expired',
  'invalid-user': 'User verification failed',
  'verification-failed': 'Account verification failed',
} as const
export type LinkFailure = keyof typeof LINK_FAILURES
