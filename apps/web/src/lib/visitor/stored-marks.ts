import { readStored, writeStored } from '../browser/browser-storage.ts'

/** The hint to save the account was seen (`visitor.md §3`); an address was left; where a link that saves went. */
const marks = ['account-save-seen', 'email-given', 'link-sent'] as const
export type Mark = (typeof marks)[number]

const keyOf = (mark: Mark, sessionId: string) => `${mark}-${sessionId}`

/** What this browser keeps of a visitor for as long as their session lasts, or null. */
export const readMark = (mark: Mark, sessionId: string) => readStored(keyOf(mark, sessionId))
export const writeMark = (mark: Mark, sessionId: string, value: string) => writeStored(keyOf(mark, sessionId), value)

/** Whoever comes next with this session is somebody else. */
export const forgetMarks = (sessionId: string) => {
  for (const mark of marks) writeStored(keyOf(mark, sessionId), null)
}
