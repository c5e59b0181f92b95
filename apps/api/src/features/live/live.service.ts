import type { LiveTopic } from '@hotvote/shared/live'
import { forLog } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { endedLogins } from '../operator-login/operator-login.service.ts'
import { watchChanges } from './changes.ts'

type LiveDeps = Pick<Deps, 'config' | 'db' | 'log'>

/** Somebody who follows what changes, by the credentials of their call. */
export type Follower = { credentials: string; tell: (topic: LiveTopic) => void; onLoginEnded: () => void }

/** What changes, for those who follow it. Without any, this process looks at nothing. */
export const openLive = (deps: LiveDeps) => {
  const followers = new Set<Follower>()
  let watching: Promise<() => void> | undefined
  const endThose = async () => {
    const ended = await endedLogins(deps, new Set([...followers].map(({ credentials }) => credentials)))
    for (const follower of followers) if (ended.has(follower.credentials)) follower.onLoginEnded()
  }
  const watch = () =>
    watchChanges(deps, {
      tell: (topic) => {
        for (const { tell } of followers) tell(topic)
      },
      onLook: endThose,
    })
  const leave = (follower: Follower) => {
    if (!followers.delete(follower) || followers.size > 0) return
    watching?.then((end) => end()).catch((failure: unknown) => deps.log.warn(forLog(failure), 'nothing was followed'))
    watching = undefined
  }
  return {
    /** From its end on, `tell` is called for whatever changes, until the returned function is. */
    follow: async (follower: Follower) => {
      followers.add(follower)
      watching ??= watch()
      await watching.catch((failure: unknown) => {
        leave(follower)
        throw failure
      })
      return () => leave(follower)
    },
  }
}
