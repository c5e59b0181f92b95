import type { Reply } from '../app/call.ts'

/** A successful request leaves exactly one audit entry named `event`. */
export type Intent =
  | { kind: 'vote'; userId: number; mediaId: number; isHot: boolean }
  | { kind: 'view' | 'report'; userId: number; mediaId: number }
  | { kind: 'upload'; userId: number; mediaId?: number }
  | { kind: 'delete' | 'restore'; mediaId: number; event?: string }
  | { kind: 'other'; mediaId?: number; event?: string }

/** `status` is missing for a lost answer. */
export type LedgerLine = { intent: Intent; status?: number; requestId?: string }

export const getOutcome = ({ status }: LedgerLine): 'done' | 'refused' | 'unknown' =>
  status === undefined || status >= 500 ? 'unknown' : status < 400 ? 'done' : 'refused'

type Counts = Record<string, { done: number; refused: number; unknown: number }>

export const openLedger = () => {
  const lines: LedgerLine[] = []
  const unexplained: string[] = []
  return {
    lines,
    /** 5xx answers other than 503 with `Retry-After`. */
    unexplained,
    counts: () => {
      const counts: Counts = {}
      for (const line of lines) {
        counts[line.intent.kind] ??= { done: 0, refused: 0, unknown: 0 }
        const count = counts[line.intent.kind]
        if (count) count[getOutcome(line)]++
      }
      return counts
    },
    /** Returns undefined for a lost answer. `learned` completes the intent from the answer. */
    async enter<Body>(
      intent: Intent,
      send: () => Promise<Reply<Body>>,
      learned: (reply: Reply<Body>) => Partial<Intent> = () => ({}),
    ): Promise<Reply<Body> | undefined> {
      const line: LedgerLine = { intent }
      lines.push(line)
      const reply = await send().catch(() => undefined)
      if (!reply) return undefined
      if (reply.status >= 500 && !(reply.status === 503 && reply.headers['retry-after']))
        unexplained.push(`${intent.kind} ${reply.status} ${reply.text}`)
      line.intent = { ...intent, ...learned(reply) } as Intent
      line.status = reply.status
      line.requestId = String(reply.headers['x-request-id'])
      return reply
    },
  }
}
export type Ledger = ReturnType<typeof openLedger>
