/** The name shown until brands by host arrive (`visitor.md §1`): a default without a logo. */
export const siteName = 'HotVote'
