import { store } from '../browser/store.ts'

/**
 * What greets somebody who is logged out (`visitor.md §4`): a dialog, which may be closed, and a card behind it, which
 * remembers where a login link went.
 */
type Welcome = { isOpen: boolean; sentTo: string | null }

export const welcome = store<Welcome>({ isOpen: true, sentTo: null })
