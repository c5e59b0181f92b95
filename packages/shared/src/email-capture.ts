import { z } from 'zod'
import { emailAddress } from './accounts.ts'
import { contract } from './contract.ts'
import { sessionId } from './sessions.ts'

/** Whether visitors are asked for an address after some votes (`visitor.md §3`). */
export const emailCaptureConfig = contract({
  method: 'GET',
  path: '/api/email-capture-config',
  response: z.object({ isEnabled: z.boolean(), voteThreshold: z.number() }),
  revalidate: true,
})

/** Keeps the address a visitor left (`visitor.md §7`). It saves no account. Needs the session's cookie. */
export const captureEmail = contract({
  method: 'POST',
  path: '/api/email-capture',
  body: z.object({ email: emailAddress, sessionId }),
  status: 204,
})
