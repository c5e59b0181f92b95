import { errorCodes } from '@hotvote/shared/contract'
import { z } from 'zod'
import { madeRenditions, processedFile, processedMedia } from './processed-media.ts'

/** `folder` must be empty. */
export type Job = { path: string; folder: string }

export type Order = Job & { what: 'upload' | 'renditions' | 'jpeg' }

/** Processor time, because elapsed time increases if the machine is busy. */
const spent = { seconds: z.number().nonnegative() }

/** The parent process validates replies, because a decoder may be compromised. */
export const reply = z.union([
  z.object({ ...spent, media: processedMedia }),
  z.object({ ...spent, renditions: madeRenditions }),
  z.object({ ...spent, jpeg: processedFile }),
  z.object({ ...spent, code: z.enum(errorCodes), text: z.string() }),
])
export type Reply = z.infer<typeof reply>
