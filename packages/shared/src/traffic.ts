import { z } from 'zod'
import { contract } from './contract.ts'

/** Where visitors are led who do nothing, and who go back (`visitor.md §3`). An empty address switches one off. */
export const idleRedirectConfig = contract({
  method: 'GET',
  path: '/api/idle-redirect-config',
  response: z.object({
    /** Of the idle redirect; the one of the back button is on when it has an address. */
    enabled: z.boolean(),
    /** Seconds. */
    idleRedirectTime: z.number(),
    idleRedirectUrl: z.string(),
    backButtonUrl: z.string(),
  }),
  revalidate: true,
})

/** A redirect that is about to happen (`visitor.md §4`), counted per day. */
export const recordEvent = contract({
  method: 'POST',
  path: '/api/events',
  body: z.object({ kind: z.enum(['idle', 'back', 'swipe']) }),
  status: 204,
})
