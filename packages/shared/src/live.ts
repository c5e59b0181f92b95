import { contract } from './contract.ts'

/** What the back office shows that changes by itself. */
export const liveTopics = ['audit', 'health', 'media', 'operations', 'takedowns', 'votes'] as const
export type LiveTopic = (typeof liveTopics)[number]

/**
 * Tells what changed, for as long as the operator's login lasts (docs/decisions/077): server-sent events, each a topic in
 * `data`, the last one `event: ended` when the login is over. What it is now is asked for by the other calls. 503
 * `unavailable` while the process stops, 429 where it has as many streams as it can have.
 */
export const liveEvents = contract({
  method: 'GET',
  path: '/api/admin/events',
  answers: {
    200: {
      about: `Server-sent events without an end. The \`data\` of each is a topic that changed: ${liveTopics.join(', ')}. The last one is \`event: ended\`, when the login is over. Comments in between say that it is still there.`,
      types: ['text/event-stream'],
    },
  },
})
