import { type LiveTopic, liveTopics } from '@hotvote/shared/live'
import { listenForChanges } from '../../db/changes.ts'
import { isUnavailable } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { versionsOf } from './live.queries.ts'
import { paced } from './paced.ts'

type ChangesDeps = Pick<Deps, 'config' | 'db' | 'log'>

/** Milliseconds between two looks at what was not announced. */
const LOOK_INTERVAL = 1000
/** Milliseconds between two events of a topic. Who hears of votes counts those of today. */
const PAUSES: Record<LiveTopic, number> = {
  audit: 700,
  health: 5000,
  media: 1000,
  operations: 700,
  takedowns: 1000,
  votes: 5000,
}

/** Heard of at once. */
const ANNOUNCED = ['audit', 'operations'] as const

const isTopic = (text: string): text is LiveTopic => liveTopics.some((topic) => topic === text)

/**
 * Tells topics that change, whichever process changes them: by what is announced, and by one look a second at what is not, or
 * was not heard of. `onLook` follows each look.
 */
export const watchChanges = async (
  { config, db, log }: ChangesDeps,
  { tell, onLook }: { tell: (topic: LiveTopic) => void; onLook: () => Promise<void> },
) => {
  const pace = paced(tell, (topic: LiveTopic) => PAUSES[topic])
  const listener = listenForChanges(
    { url: config.databaseDirectUrl ?? config.databaseUrl, log },
    { onMessage: (topic) => void (isTopic(topic) && pace.tell(topic)), onReturn: () => ANNOUNCED.forEach(pace.tell) },
  )
  await listener.ready
  let seen = await versionsOf(db).catch((failure: unknown) => {
    listener.close()
    throw failure
  })
  const look = async () => {
    const versions = await versionsOf(db)
    for (const topic of liveTopics) if (versions[topic] !== seen[topic]) pace.tell(topic)
    seen = versions
    await onLook()
  }
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look().catch((failure: unknown) => {
      if (!isUnavailable(failure)) log.warn({ reason: (failure as Error).name }, 'no look at what changed')
    })
    isLooking = false
  }, LOOK_INTERVAL)
  return () => {
    clearInterval(timer)
    listener.close()
    pace.end()
  }
}
