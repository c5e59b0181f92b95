import { z } from 'zod'
import { contract } from '../contract.ts'
import { CLIENT_ERROR_MAX } from '../limits.ts'

const clientError = z.object({
  message: z.string().max(CLIENT_ERROR_MAX.message),
  stack: z.string().max(CLIENT_ERROR_MAX.stack),
  /** Path of the page, without the query. */
  path: z
    .string()
    .max(CLIENT_ERROR_MAX.path)
    .regex(/^\/[^?#]*$/),
  /** Name of the main script, which is different for each build. */
  build: z.string().max(CLIENT_ERROR_MAX.build),
})

/** Records an error report, which browsers send as a beacon. */
export const recordClientError = contract({
  method: 'POST',
  path: '/api/client-errors',
  body: clientError,
  bodyLimit: 20_000,
  status: 204,
})
