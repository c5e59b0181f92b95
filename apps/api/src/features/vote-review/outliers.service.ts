import type { Parsed } from '@hotvote/shared/contract'
import type { dismissOutlier } from '@hotvote/shared/operator/vote-review'
import { type listOutliers, type Outlier, outlierReasons } from '@hotvote/shared/operator/vote-review'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { networkLabel } from '../../domain/network-label.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/cursor.ts'
import { toPage } from '../../platform/db/keyset.ts'
import type { Operator } from '../../platform/http/guards.ts'
import {
  deleteDismissedKey,
  dismissedKeys,
  type Found,
  findOutliers,
  insertDismissedKey,
  itemNames,
  userNames,
} from './outliers.queries.ts'

type OutlierQuery = Parsed<typeof listOutliers, 'query'>
const place = z.tuple([z.number(), z.string().regex(/^[\w:]{1,100}$/)])

const heaviestFirst = (one: Found, other: Found) =>
  other.weight - one.weight || (one.key < other.key ? 1 : one.key > other.key ? -1 : 0)

const withNames = async (db: Db, found: Found[]): Promise<Outlier[]> => {
  const uniqueIds = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const [voters, items] = await Promise.all([
    userNames(db, uniqueIds(found.map(({ userId }) => userId))),
    itemNames(db, uniqueIds(found.map(({ mediaId }) => mediaId))),
  ])
  return found.map((row) => {
    const voter = voters.get(row.userId ?? 0)
    return {
      ...withIsoTimes(row),
      username: voter?.username ?? null,
      isSynthetic: voter?.isSynthetic ?? false,
      mediaName: items.get(row.mediaId ?? 0) ?? null,
    }
  })
}

export const outliersPage = async (
  deps: Pick<Deps, 'db' | 'log'>,
  { days, reason, limit, cursor }: OutlierQuery,
): Promise<{ rows: Outlier[]; nextCursor: string | undefined }> => {
  const [weight, key] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const after = weight === undefined || key === undefined ? undefined : { weight, key }
  const reasons = reason ? [reason] : [...outlierReasons]
  const found = await withTx(deps, (tx) => findOutliers(tx, { days, reasons, after, limit: limit + 1 }))
  const { rows, nextCursor } = toPage(found.sort(heaviestFirst), limit, (last) => encodeCursor([last.weight, last.key]))
  return { rows: await withNames(deps.db, rows), nextCursor }
}

export const undismissedPage = async (deps: Pick<Deps, 'db' | 'log'>, query: OutlierQuery) => {
  const [{ rows, nextCursor }, dismissed] = await Promise.all([outliersPage(deps, query), dismissedKeys(deps.db)])
  return { rows: rows.filter(({ key }) => !dismissed.has(key)), nextCursor }
}

/** Shortens network hashes, because audit entries are permanent. */
const inAudit = (key: string) => key.replaceAll(/[0-9a-f]{32}/g, networkLabel)

export const changeDismissal = (
  deps: Pick<Deps, 'db' | 'log'>,
  { key, isDismissed }: Parsed<typeof dismissOutlier, 'body'>,
  operator: Operator,
) =>
  withTx(deps, async (tx): Promise<undefined> => {
    if (isDismissed) await insertDismissedKey(tx, key)
    else if (!(await deleteDismissedKey(tx, key))) return
    const event = isDismissed ? 'OUTLIER_DISMISSED' : 'OUTLIER_LISTED_AGAIN'
    await recordOperator(tx, operator, { event, context: { outlier: inAudit(key) } })
  })
