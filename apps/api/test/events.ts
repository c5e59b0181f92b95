import { request } from 'node:http'
import { afterUse } from './after-use.ts'
import { OPERATOR } from './credentials.ts'

/** Follows the operator's stream of events, by password unless `headers` say otherwise. Resolves once it has begun. */
export const followEvents = ({ baseUrl }: { baseUrl: string }, headers: Record<string, string> = OPERATOR) =>
  new Promise<{ status: number; topics: string[]; text: () => string; ended: Promise<boolean>; leave: () => void }>(
    (done, fail) => {
      const req = request(`${baseUrl}/api/admin/events`, { headers, agent: false }, (res) => {
        const topics: string[] = []
        let text = ''
        res.on('data', (chunk: Buffer) => {
          text += chunk
          topics.splice(0, topics.length, ...[...text.matchAll(/^data: (.*)$/gm)].map(([, topic = '']) => topic))
        })
        res.on('error', () => undefined)
        const ended = new Promise<boolean>((over) => res.once('close', () => over(res.complete)))
        afterUse(() => req.destroy())
        done({ status: res.statusCode ?? 0, topics, text: () => text, ended, leave: () => req.destroy() })
      })
      req.on('error', fail)
      req.end()
    },
  )
