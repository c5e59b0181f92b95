import type { Db } from '../../src/platform/db/client.ts'
import { getOutcome, type LedgerLine } from './ledger.ts'

const isDone = (line: LedgerLine) => getOutcome(line) === 'done'

/** Returns undefined if an answer was lost. */
const expectedItems = (ledger: LedgerLine[]) => {
  const items = new Map<number, boolean | undefined>()
  for (const line of ledger) {
    const { intent } = line
    if (intent.kind === 'upload' && intent.mediaId !== undefined) items.set(intent.mediaId, true)
    if ((intent.kind !== 'delete' && intent.kind !== 'restore') || getOutcome(line) === 'refused') continue
    items.set(intent.mediaId, isDone(line) ? intent.kind === 'restore' : undefined)
  }
  return items
}

const wrongItems = async (db: Pick<Db, 'query'>, items: ReturnType<typeof expectedItems>) => {
  const rows = await db.query<{ id: number }>({ text: "SELECT id FROM media WHERE status = 'ready'" })
  const stored = new Set(rows.map(({ id }) => id))
  return [...items].flatMap(([id, isThere]) => {
    if (isThere === undefined || stored.has(id) === isThere) return []
    return `item ${id} was ${isThere ? 'acknowledged, but is missing' : 'deleted, but is there'}`
  })
}

const STORED = `
SELECT format('vote of user %s on item %s', user_id, media_id) AS what, is_hot AS "isHot" FROM votes
UNION ALL SELECT format('view of user %s on item %s', user_id, media_id), NULL FROM views
UNION ALL SELECT format('report of user %s on item %s', user_id, media_id), NULL FROM reports`

/** Several requests may set one vote; a 409 means that another one succeeded. */
const wrongRatings = async (db: Pick<Db, 'query'>, ledger: LedgerLine[], isGone: (mediaId: number) => boolean) => {
  const rows = await db.query<{ what: string; isHot: boolean | null }>({ text: STORED })
  const stored = new Map(rows.map(({ what, isHot }) => [what, isHot]))
  const ratings = ledger.flatMap((line) => {
    const { intent } = line
    if (intent.kind !== 'vote' && intent.kind !== 'view' && intent.kind !== 'report') return []
    return { line, intent, what: `${intent.kind} of user ${intent.userId} on item ${intent.mediaId}` }
  })
  return [...Map.groupBy(ratings, ({ what }) => what)].flatMap(([what, given]) => {
    const done = given.filter(({ line }) => isDone(line))
    const isHot = stored.get(what)
    if (isHot === undefined)
      return done.some(({ intent }) => !isGone(intent.mediaId)) ? `the ${what} was acknowledged, but is missing` : []
    if (given.every(({ line }) => getOutcome(line) === 'refused' && line.status !== 409))
      return `the ${what} was refused, but is there`
    const isOther = done.some(({ intent }) => intent.kind === 'vote' && intent.isHot !== isHot)
    return isOther ? `the ${what} was acknowledged with the other answer` : []
  })
}

const ENTRIES = `
SELECT request_id AS "requestId", event, context ->> 'mediaId' AS "mediaId" FROM audit_log WHERE request_id IS NOT NULL`

const wrongEntries = async (db: Pick<Db, 'query'>, ledger: LedgerLine[]) => {
  const rows = await db.query<{ requestId: string; event: string; mediaId: string | null }>({ text: ENTRIES })
  const entries = Map.groupBy(rows, ({ requestId }) => requestId)
  return ledger.flatMap((line) => {
    const { intent, requestId = '' } = line
    if (!('event' in intent) || getOutcome(line) === 'unknown') return []
    const isIts = (entry: (typeof rows)[number]) =>
      entry.event === intent.event && (intent.mediaId === undefined || entry.mediaId === String(intent.mediaId))
    const count = entries.get(requestId)?.filter(isIts).length ?? 0
    const expected = Number(isDone(line))
    return count === expected ? [] : `request ${requestId} left ${count} of ${expected} entries ${intent.event}`
  })
}

/** Compares answers with the database. A lost answer or 5xx allows both outcomes. */
export const findLostWrites = async (db: Pick<Db, 'query'>, ledger: LedgerLine[]): Promise<string[]> => {
  const items = expectedItems(ledger)
  const isGone = (mediaId: number) => items.has(mediaId) && !items.get(mediaId)
  return [
    ...(await wrongItems(db, items)),
    ...(await wrongRatings(db, ledger, isGone)),
    ...(await wrongEntries(db, ledger)),
  ]
}
