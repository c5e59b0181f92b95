/** By the value of `error` in the address that a link from a mail leads to (`visitor.md §8`). */
const REASONS = new Map([
  ['invalid-token', 'Invalid or expired magic link'],
  ['expired-token', 'Magic link has expired'],
  ['invalid-user', 'User verification failed'],
  ['verification-failed', 'Account verification failed'],
])

/** Why a link from a mail did not work. Anybody may write an address: nothing of an unknown value is shown. */
export const linkFailureText = (error: string) => REASONS.get(error) ?? 'Something went wrong'
