import { errorCodes } from '@hotvote/shared/errors'
import { z } from 'zod'
import { madeRenditions, processedMedia } from './processed-media.ts'

/** A file to read, and an empty folder for the output. */
export type Job = { path: string; folder: string }

/** The message to the worker process: an upload to check, or a stored original whose renditions are wanted. */
export type Order = Job & { what: 'upload' | 'renditions' }

/** Seconds of processor time, which a busy machine does not make longer. */
const spent = { seconds: z.number().nonnegative() }

/** What it answers. The parent reads it as input from outside. */
export const reply = z.union([
  z.object({ ...spent, media: processedMedia }),
  z.object({ ...spent, renditions: madeRenditions }),
  z.object({ ...spent, code: z.enum(errorCodes), text: z.string() }),
])
export type Reply = z.infer<typeof reply>
