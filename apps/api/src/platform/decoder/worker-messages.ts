import { errorCodes } from '@hotvote/shared/contract'
import { z } from 'zod'
import { madeRenditions, processedFile, processedMedia } from './processed-media.ts'

/** `folder` must be empty. */
export type Job = { path: string; folder: string }

export type Order = Job & { what: 'upload' | 'renditions' | 'jpeg' }

/** The parent process validates replies, because a decoder may be compromised. */
export const reply = z.union([
  z.object({ media: processedMedia }),
  z.object({ renditions: madeRenditions }),
  z.object({ jpeg: processedFile }),
  z.object({ code: z.enum(errorCodes), text: z.string() }),
])
export type Reply = z.infer<typeof reply>
