import { errorCodes } from '@hotvote/shared/errors'
import { z } from 'zod'
import { processedMedia } from './processed-media.ts'

/** The message to the worker process: a file to check, and an empty folder for its output. */
export type Job = { path: string; folder: string }

/** What it answers. The parent reads it as input from outside. */
export const reply = z.union([
  z.object({ media: processedMedia }),
  z.object({ code: z.enum(errorCodes), text: z.string() }),
])
export type Reply = z.infer<typeof reply>
