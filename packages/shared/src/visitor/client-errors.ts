import { z } from 'zod'
import { contract } from '../contract.ts'
import { CLIENT_ERROR_MAX } from '../limits.ts'

const clientError = z.object({
  /** Kind and text, as `TypeError: x is not a function`. */
  message: z.string().max(CLIENT_ERROR_MAX.message),
  stack: z.string().max(CLIENT_ERROR_MAX.stack),
  /** Of the screen, without parameters. */
  path: z
    .string()
    .max(CLIENT_ERROR_MAX.path)
    .regex(/^\/[^?#]*$/),
  /** The file of the page's main script, whose name changes with each build. */
  build: z.string().max(CLIENT_ERROR_MAX.build),
})

/** An uncaught error of the page, for the log. Sent as a beacon: nobody waits for the answer. */
export const recordClientError = contract({
  method: 'POST',
  path: '/api/client-errors',
  body: clientError,
  bodyLimit: 20_000,
  status: 204,
})
