import { z } from 'zod'

export const declineReasons = ['rules', 'not_theirs', 'spam', 'quality', 'other'] as const

export const DECLINE_NOTE_MAX = 300

/** Reason why an upload was declined, shown to the uploader until the item is erased. */
export const declined = z.object({
  reason: z.enum(declineReasons),
  note: z.string().nullable(),
  erasedAt: z.iso.datetime(),
})
