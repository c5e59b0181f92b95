import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const id = z.int().positive()

/** What a client meant to do. `event`: the audit event that it leaves once, when it was done. */
const intent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vote'), userId: id, mediaId: id, isHot: z.boolean() }),
  z.object({ kind: z.literal('view'), userId: id, mediaId: id }),
  z.object({ kind: z.literal('report'), userId: id, mediaId: id }),
  /** `mediaId` out of the answer. */
  z.object({ kind: z.literal('upload'), userId: id, mediaId: id.optional() }),
  z.object({ kind: z.literal('delete'), mediaId: id, event: z.string().optional() }),
  /** Out of the trash. */
  z.object({ kind: z.literal('restore'), mediaId: id, event: z.string().optional() }),
  z.object({ kind: z.literal('other'), event: z.string().optional(), mediaId: id.optional() }),
])

/**
 * One line of a ledger of what a client asked for and was told. `id` is the client's own: a line before the request and
 * one after the answer share it, and the later one counts. `requestId` is the `X-Request-Id` of the answer; `status` is
 * null, or left out, while there is none.
 */
const line = z.object({ id: z.string(), intent, requestId: z.string().nullish(), status: z.int().nullish() })
export type LedgerLine = z.infer<typeof line>

const parsed = (text: string) => {
  try {
    return line.safeParse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * Reads a ledger: JSON lines, the newest of each request.
 * @throws {Error} naming the first line that is none
 */
export const readLedger = async (path: string): Promise<LedgerLine[]> => {
  const requests = new Map<string, LedgerLine>()
  let number = 0
  for await (const text of createInterface({ input: createReadStream(path) })) {
    number++
    if (text.trim() === '') continue
    const read = parsed(text)
    if (!read?.success)
      throw new Error(`Line ${number} of the ledger ${path} is none: ${read?.error.issues[0]?.message ?? 'no JSON'}`)
    requests.set(read.data.id, { ...requests.get(read.data.id), ...read.data })
  }
  return [...requests.values()]
}

/** What is known of a request's outcome. */
export const outcomeOf = ({ status }: LedgerLine): 'done' | 'refused' | 'unknown' => {
  if (status == null || status >= 500) return 'unknown'
  return status < 400 ? 'done' : 'refused'
}
