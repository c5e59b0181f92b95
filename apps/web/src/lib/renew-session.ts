import type { openSession, Session } from '@hotvote/shared/sessions'
import { queryClient } from './query-client.ts'
import { send } from './send.ts'
import { rememberedSession, rememberSession } from './stored-session.ts'

export const sessionKey = ['session'] as const

/**
 * Posts the remembered session, which finds or makes the visitor, and remembers what the server answers. A `position`
 * in degrees is kept with them.
 */
export async function postSession(position?: { latitude: number; longitude: number }): Promise<Session> {
  // Whether the address is confirmed is the server's to know.
  const { emailVerified: _own, ...remembered } = rememberedSession()
  const body = { ...remembered, ...position }
  const session = await send<typeof openSession>('POST /api/session', { body })
  rememberSession(session)
  return session
}

let renewing: Promise<Session> | undefined

/** Opens the session anew and tells every screen; calls that fail together share one request. */
export function renewSession(): Promise<Session> {
  renewing ??= postSession()
    .then((session) => {
      queryClient.setQueryData(sessionKey, session)
      return session
    })
    .finally(() => {
      renewing = undefined
    })
  return renewing
}
