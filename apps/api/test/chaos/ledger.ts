import { appendFileSync } from 'node:fs'
import type { LedgerLine } from '../../src/checkup/ledger.ts'
import type { Reply } from '../call.ts'

type Intent = LedgerLine['intent']
type Counts = Record<string, { done: number; refused: number; unknown: number }>

const outcomeOf = (status: number | undefined) =>
  status === undefined || status >= 500 ? 'unknown' : status < 400 ? 'done' : 'refused'

/** Writes what is asked for before it is sent, and what came of it: a file that the site does not know (docs/operating.md). */
export const openLedger = (file: string) => {
  let last = 0
  const counts: Counts = {}
  const unexplained: string[] = []
  const write = (line: LedgerLine) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  return {
    file,
    counts,
    /** Answers that a site in trouble does not give: whoever is told 503 is told when to come back, too. */
    unexplained,
    /** @returns the answer, or nothing when there was none. `learned` is what the intent lacked before the answer. */
    async enter<Body>(
      intent: Intent,
      send: () => Promise<Reply<Body>>,
      learned: (reply: Reply<Body>) => Partial<Intent> = () => ({}),
    ): Promise<Reply<Body> | undefined> {
      const id = String(++last)
      write({ id, intent })
      const reply = await send().catch(() => undefined)
      counts[intent.kind] ??= { done: 0, refused: 0, unknown: 0 }
      const count = counts[intent.kind]
      if (count) count[outcomeOf(reply?.status)]++
      if (!reply) return undefined
      if (reply.status >= 500 && !(reply.status === 503 && reply.headers['retry-after']))
        unexplained.push(`${intent.kind} ${reply.status} ${reply.text}`)
      const requestId = String(reply.headers['x-request-id'])
      write({ id, intent: { ...intent, ...learned(reply) } as Intent, status: reply.status, requestId })
      return reply
    },
  }
}
export type Ledger = ReturnType<typeof openLedger>
