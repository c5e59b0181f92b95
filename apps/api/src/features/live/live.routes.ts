import { liveEvents } from '@hotvote/shared/live'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard } from '../../http/guards.ts'
import { credentialsOf } from '../../http/operator.ts'
import { openLive } from './live.service.ts'

/** Milliseconds between two events about what changes without a word: disk, ages, how quick the database is. */
const HEALTH_INTERVAL = 60_000

/** What changes on the operator's screens, as it changes (docs/decisions/077). */
export const liveRoutes = (deps: Deps): Router => {
  const router = Router()
  const live = openLive(deps)
  // The middleware of `/api/admin` has checked them.
  const readCredentials = guard({}, (req) => credentialsOf(req) ?? '')

  endpoint(router, liveEvents, readCredentials, async (_input, credentials, res) => {
    const stream = deps.eventStreams.open(res)
    const leave = await live.follow({
      credentials,
      tell: stream.send,
      onLoginEnded: () => {
        stream.send('login', 'ended')
        stream.end()
      },
    })
    if (res.closed) return void leave()
    const timer = setInterval(stream.send, HEALTH_INTERVAL, 'health')
    res.once('close', () => {
      clearInterval(timer)
      leave()
    })
    stream.begin()
    return undefined
  })
  return router
}
