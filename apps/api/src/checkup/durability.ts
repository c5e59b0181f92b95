import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { media } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { chunksOf } from '../domain/chunks.ts'
import { breach, type Check, type Findings, looked, Skipped } from './check.ts'
import { type LedgerLine, outcomeOf } from './ledger.ts'
import type { Site } from './site.ts'

const rated = (table: 'votes' | 'views' | 'reports', isHot: string) =>
  statement({
    name: `checkup_acknowledged_${table}`,
    row: {
      userId: z.number(),
      mediaId: z.number(),
      isThere: z.boolean(),
      isHot: z.boolean().nullable(),
      isOwn: z.boolean(),
    },
    text: `
SELECT given.user_id, given.media_id, rated.user_id IS NOT NULL AS is_there, ${isHot} AS is_hot,
  coalesce(media.owner_id = given.user_id, false) AS is_own
FROM unnest($1::bigint[], $2::bigint[]) given (user_id, media_id)
LEFT JOIN ${table} rated ON rated.user_id = given.user_id AND rated.media_id = given.media_id
LEFT JOIN media ON media.id = given.media_id`,
  })

const RATED = {
  vote: rated('votes', 'rated.is_hot'),
  view: rated('views', 'NULL::boolean'),
  report: rated('reports', 'NULL::boolean'),
}
type Rated = keyof typeof RATED

/** Those of these items that are published. */
const publishedOf = async ({ orm }: Db, ids: number[]) => {
  const { id, status } = media
  const isPublished = and(inArray(id, ids), eq(status, 'ready'))
  return new Set((await orm.select({ id }).from(media).where(isPublished)).map((row) => row.id))
}

/** Lines that are asked about at once. */
const BATCH = 1000

/** Whether the item of a request is there after it; undefined when nobody knows, and null when it says nothing of that. */
const isThereAfter = (line: LedgerLine): boolean | undefined | null => {
  const { kind } = line.intent
  const outcome = outcomeOf(line)
  if (kind === 'upload') return outcome === 'done' ? true : null
  if (kind !== 'delete' && kind !== 'restore') return null
  if (outcome === 'refused') return null
  return outcome === 'done' ? kind === 'restore' : undefined
}

/**
 * Whether items are there after all that the ledger asks of them, in its order; undefined when nobody knows. Whoever may not
 * delete one proves that it was there.
 */
const itemsAfter = (ledger: LedgerLine[]) => {
  const items = new Map<number, boolean | undefined>()
  for (const line of ledger) {
    const { intent } = line
    if (!('mediaId' in intent) || intent.mediaId === undefined) continue
    const isThere = isThereAfter(line)
    if (isThere !== null) items.set(intent.mediaId, isThere)
    else if (intent.kind === 'delete' && line.status === 403 && !items.has(intent.mediaId))
      items.set(intent.mediaId, true)
  }
  return items
}
type LedgerFacts = { ledger: LedgerLine[]; items: ReturnType<typeof itemsAfter> }

type Rating = { userId: number; mediaId: number; lines: LedgerLine[] }

/** What was asked for of one kind, by user and item: several requests may have asked for one vote. */
const ratingsIn = (ledger: LedgerLine[], kind: Rated): Rating[] => {
  const ratings = new Map<string, Rating>()
  for (const line of ledger) {
    if (line.intent.kind !== kind) continue
    const { userId, mediaId } = line.intent
    const key = `${userId} ${mediaId}`
    ratings.set(key, { userId, mediaId, lines: [...(ratings.get(key)?.lines ?? []), line] })
  }
  return [...ratings.values()]
}

const isDone = (line: LedgerLine) => outcomeOf(line) === 'done'
/** A 409 says that another request had done it. */
const isRefused = (line: LedgerLine) => outcomeOf(line) === 'refused' && line.status !== 409

type Stored = { isThere: boolean; isHot: boolean | null; isOwn: boolean }

const wrongRating = ({ lines }: Rating, { isThere, isHot, isOwn }: Stored, isGone: boolean): string | undefined => {
  const done = lines.filter(isDone)
  if (!isThere) return done.length > 0 && !isGone && !isOwn ? 'was acknowledged and is not there' : undefined
  if (lines.every(isRefused)) return 'was refused and is there'
  const isOther = isHot !== null && done.some(({ intent }) => intent.kind === 'vote' && intent.isHot !== isHot)
  return isOther ? 'was acknowledged with the other answer' : undefined
}

const compareRatings = async ({ db }: Site, { ledger, items }: LedgerFacts, found: Findings) => {
  for (const kind of ['vote', 'view', 'report'] as const) {
    const ratings = ratingsIn(ledger, kind)
    looked(found, `${kind}s of the ledger`, ratings.length)
    for (const part of chunksOf(ratings, BATCH)) {
      const columns = [part.map(({ userId }) => userId), part.map(({ mediaId }) => mediaId)]
      const stored = await db.query(RATED[kind], columns)
      const place = new Map(stored.map((row) => [`${row.userId} ${row.mediaId}`, row]))
      for (const rating of part) {
        const { userId, mediaId } = rating
        const row = place.get(`${userId} ${mediaId}`) ?? { isThere: false, isHot: null, isOwn: false }
        const wrong = wrongRating(rating, row, items.has(mediaId) && !items.get(mediaId))
        if (wrong) breach(found, `the ${kind} of user ${userId} on item ${mediaId} ${wrong}`)
      }
    }
  }
}

const compareItems = async ({ db }: Site, { items }: LedgerFacts, found: Findings) => {
  const expected = [...items].flatMap(([id, isPublished]) => (isPublished === undefined ? [] : { id, isPublished }))
  looked(found, 'items of the ledger', expected.length)
  for (const part of chunksOf(expected, BATCH)) {
    const ids = part.map(({ id }) => id)
    const published = await publishedOf(db, ids)
    for (const { id, isPublished } of part)
      if (published.has(id) !== isPublished)
        breach(found, `item ${id} ${isPublished ? 'was acknowledged and is not there' : 'was deleted and is there'}`)
  }
}

/** What a client was told holds. What it was not told, or as a failure of ours, may be there once: the keys see to that. */
export const durability: Check = {
  number: 11,
  title: 'What was acknowledged is there, what was refused is not',
  async look(site, found) {
    const { ledger } = site.options
    if (!ledger) throw new Skipped('it needs a --ledger of what a client was told')
    const facts = { ledger, items: itemsAfter(ledger) }
    await compareRatings(site, facts, found)
    await compareItems(site, facts, found)
  },
}
