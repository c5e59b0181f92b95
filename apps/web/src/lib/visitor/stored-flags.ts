import { readStored, writeStored } from '../browser/browser-storage.ts'

/** The hint to save the account was seen (`visitor.md §3`); an address was left; where a link that saves went. */
const sessionFlags = ['account-save-seen', 'email-given', 'link-sent'] as const
export type SessionFlag = (typeof sessionFlags)[number]

const keyOf = (flag: SessionFlag, sessionId: string) => `${flag}-${sessionId}`

/** The value stored in this browser for this session, or null. */
export const readFlag = (flag: SessionFlag, sessionId: string) => readStored(keyOf(flag, sessionId))
export const writeFlag = (flag: SessionFlag, sessionId: string, value: string) =>
  writeStored(keyOf(flag, sessionId), value)

/** For a session id that now belongs to another visitor. */
export const clearFlags = (sessionId: string) => {
  for (const flag of sessionFlags) writeStored(keyOf(flag, sessionId), null)
}
