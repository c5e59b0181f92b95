import { expect, it } from 'vitest'
import { usedSite } from '../make/used-site.ts'
import { findLostWrites } from './acknowledged.ts'
import type { Intent, LedgerLine } from './ledger.ts'

const { app, owner, voter, items } = await usedSite()
const { db } = app.deps
const [userId, item = 0, other = 0, , gone = 0] = [voter.id, ...items]
const event = 'MEDIA_DELETE_COMPLETED'
const [entry] = await db.query<{ id: string }>({
  text: `SELECT request_id AS id FROM audit_log WHERE event = '${event}'`,
})
const requestId = entry?.id ?? ''
const isHot = item % 3 !== 0

const told = (intent: Intent, status?: number, request = 'none'): LedgerLine => ({
  intent,
  requestId: request,
  ...(status && { status }),
})

it('finds no loss when every acknowledged write exists', async () => {
  const ledger = [
    told({ kind: 'vote', userId, mediaId: item, isHot }, 201),
    told({ kind: 'vote', userId, mediaId: item, isHot: !isHot }, 409),
    told({ kind: 'vote', userId, mediaId: gone, isHot }, 201),
    told({ kind: 'vote', userId, mediaId: 999_999, isHot }, 404),
    told({ kind: 'vote', userId: owner.id, mediaId: item, isHot }),
    told({ kind: 'view', userId, mediaId: item }, 204),
    told({ kind: 'upload', userId: owner.id, mediaId: gone }, 201),
    told({ kind: 'delete', mediaId: gone, event }, 204, requestId),
    told({ kind: 'delete', mediaId: other, event }, 403),
    told({ kind: 'delete', mediaId: item, event }),
    told({ kind: 'restore', mediaId: item }, 204),
  ]
  expect(await findLostWrites(db, ledger)).toEqual([])
})

it.each<[LedgerLine, string]>([
  [told({ kind: 'upload', userId, mediaId: 999_999 }, 201), 'item 999999 was acknowledged, but is missing'],
  [told({ kind: 'delete', mediaId: item }, 204), `item ${item} was deleted, but is there`],
  [told({ kind: 'restore', mediaId: gone }, 204), `item ${gone} was acknowledged, but is missing`],
  [
    told({ kind: 'vote', userId, mediaId: 999_999, isHot }, 201),
    `the vote of user ${userId} on item 999999 was acknowledged, but is missing`,
  ],
  [
    told({ kind: 'vote', userId, mediaId: item, isHot: !isHot }, 201),
    `the vote of user ${userId} on item ${item} was acknowledged with the other answer`,
  ],
  [
    told({ kind: 'view', userId, mediaId: item }, 404),
    `the view of user ${userId} on item ${item} was refused, but is there`,
  ],
  [
    told({ kind: 'report', userId, mediaId: item }, 204),
    `the report of user ${userId} on item ${item} was acknowledged, but is missing`,
  ],
  [told({ kind: 'other', event }, 204, 'lost'), `request lost left 0 of 1 entries ${event}`],
  [told({ kind: 'other', event }, 403, requestId), `request ${requestId} left 1 of 0 entries ${event}`],
])('finds the loss of %o', async (line, broken) => {
  expect(await findLostWrites(db, [line])).toEqual([broken])
})
