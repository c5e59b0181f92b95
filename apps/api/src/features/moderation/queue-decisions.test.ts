import type { Ban } from '@hotvote/shared/operator/bans'
import type { MediaRemoval, MediaRestored, TrashedItem } from '@hotvote/shared/operator/media-library'
import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { ShownUser } from '@hotvote/shared/operator/user-page'
import type { Blocked } from '@hotvote/shared/visitor/reports'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, hold, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { newLookAlikes, newPicture, reportsOn } from '../../../test/make/moderation.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const app = await appWithWorker({ TRUST_PROXY: '1' })
const { db } = app.deps
const { fromElsewhere, reported, isShown, queued } = reportsOn(app)

const newReported = async (owner: QuickVisitor, count: number) => {
  const ids = (await newItems(app, owner.id, count)) as [number, number]
  for (const id of ids) await reported(id, 1)
  return ids
}
const remove = (item: number, more: object = {}) =>
  operatorCall<{ blocked: Blocked | null }>(app, `POST /api/admin/reports/${item}`, { decision: 'remove', ...more })
const decideAll = async (mediaIds: number[], decision: string) =>
  (
    await operatorCall<{ results: { mediaId: number; error: string | null }[] }>(
      app,
      'POST /api/admin/queue/decisions',
      {
        mediaIds,
        decision,
      },
    )
  ).body.results
const activeBans = async () =>
  (await operatorCall<Ban[]>(app, 'GET /api/admin/bans')).body.filter(({ isActive }) => isActive)
const isBlocked = async ({ id }: QuickVisitor) =>
  (await operatorCall<ShownUser>(app, `GET /api/admin/users/${id}`)).body.blockedAt !== null
const restored = async (item: number) => (await operatorCall(app, `POST /api/admin/trash/${item}/restore`)).status
const trash = async () =>
  (await operatorCall<TrashedItem[]>(app, 'GET /api/admin/trash?limit=500')).body.map(({ id }) => id)
const HANDLED = 'These reports were already handled.'

describe('removing and blocking', () => {
  it('blocks the account, bans its network for a week, and returns both for an undo', async () => {
    const owner = await fromElsewhere()
    const [item] = await newReported(owner, 1)
    const before = await queued(item)
    const { status, body } = await remove(item, { block: true })
    expect(status).toBe(200)
    const [ban] = await activeBans()
    expect(body.blocked).toEqual({ userId: owner.id, banId: ban?.id })
    expect(ban).toMatchObject({ kind: 'network', parts: ['vote', 'upload', 'report'] })
    const week = Date.parse(ban?.until ?? '') - Date.parse(ban?.createdAt ?? '')
    expect(week).toBe(7 * 24 * 3_600_000)
    expect(await isBlocked(owner)).toBe(true)

    expect(await restored(item)).toBe(204)
    await operatorCall(app, `POST /api/admin/users/${owner.id}/unblock`)
    await operatorCall(app, `DELETE /api/admin/bans/${ban?.id}`)
    expect(await queued(item)).toEqual(before)
    expect([await isBlocked(owner), await activeBans()]).toEqual([false, []])
  })

  it('returns only new blocks', async () => {
    const owner = await fromElsewhere()
    const [first, second] = await newReported(owner, 2)
    expect((await remove(first, { block: true })).body.blocked).toMatchObject({ userId: owner.id })
    expect((await remove(second, { block: true })).body.blocked).toEqual({ userId: null, banId: null })
  })

  it('is refused with other decisions', async () => {
    const [item] = await newReported(await fromElsewhere(), 1)
    expectError(await remove(item, { decision: 'keep', block: true }), 400, 'invalid_request')
    expect((await remove(item)).body).toEqual({ blocked: null })
  })
})

describe('one decision on several entries', () => {
  it('returns a result for each entry and can be undone', async () => {
    const owner = await fromElsewhere()
    const [kept, other] = await newReported(owner, 2)
    const [likeness] = await newLookAlikes(app, owner.id, 1)
    await decideAll([kept], 'keep')
    expect(await decideAll([kept, other, likeness, 999_999], 'keep')).toEqual([
      { mediaId: kept, error: HANDLED },
      { mediaId: other, error: null },
      { mediaId: likeness, error: null },
      { mediaId: 999_999, error: 'This item is no longer available.' },
    ])
    expect(await isShown(likeness)).toBe(true)
    expect(await decideAll([other], 'reopen')).toEqual([{ mediaId: other, error: null }])
    expect(await queued(other)).toBeDefined()
    await expectExactCounts(db)
  })

  it('is made once when two operators decide on the same entries', async () => {
    const items = await newReported(await fromElsewhere(), 3)
    const both = await Promise.all([decideAll(items, 'keep'), decideAll(items.toReversed(), 'remove')])
    for (const item of items) {
      const errors = both.flat().filter(({ mediaId }) => mediaId === item)
      expect(errors.filter(({ error }) => error === null)).toHaveLength(1)
      expect(await queued(item)).toBeUndefined()
    }
    await expectExactCounts(db)
  })

  it('requires one to a hundred items', async () => {
    const many = Array.from({ length: 101 }, (_, n) => n + 1)
    for (const mediaIds of [[], many])
      expectError(await operatorCall(app, 'POST /api/admin/queue/decisions', { mediaIds, decision: 'keep' }), 400)
  })
})

describe('removing everything of an uploader', () => {
  const removeAll = ({ id: userId }: QuickVisitor) =>
    operatorCall<MediaRemoval>(app, 'POST /api/admin/delete-matching-media', { userId, neverAgain: true })
  const undo = async ({ id: userId }: QuickVisitor, since: string) =>
    (await operatorCall<MediaRestored>(app, 'POST /api/admin/restore-media', { userId, trashedBy: 'operator', since }))
      .body

  it('restores on undo only items that it removed and that are still deleted', async () => {
    const [owner, other] = [await fromElsewhere(), await fromElsewhere()]
    const [earlier, own] = (await newItems(app, owner.id, 2)) as [number, number]
    const [theirs] = await newReported(other, 1)
    const [first, second] = await newReported(owner, 2)
    await operatorCall(app, `DELETE /api/admin/media/${earlier}`)
    await call(app, `DELETE /api/media/${own}?userId=${owner.id}`, { cookie: owner.cookie })
    const before = await queued(first)
    const { since } = (await removeAll(owner)).body
    expect(await trash()).toEqual(expect.arrayContaining([earlier, own, first, second]))
    expect(await queued(theirs)).toBeDefined()
    expect(await restored(second)).toBe(204)
    expect(await undo(owner, since)).toMatchObject({ restored: 1, errors: [] })
    expect(await queued(first)).toEqual(before)
    expect(await trash()).toEqual(expect.arrayContaining([earlier, own]))
    await expectExactCounts(db)
  })

  it('removes or leaves an upload in progress as a whole', async () => {
    const owner = await fromElsewhere()
    const [item = 0] = await newItems(app, owner.id, 1)
    const locked = await hold(db, 'SELECT FROM catalog FOR UPDATE', [])
    const sent = upload(app, owner, filePart(await newPicture().jpeg().toBuffer()))
    await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
    const removal = removeAll(owner)
    const begun = `SELECT count(*) FROM operations WHERE kind = 'delete-media' AND ended_at IS NULL`
    await expect.poll(() => queryCount(db, begun), SOON).toBe(1)
    await locked.end()
    const [{ body: late, status }] = await Promise.all([sent, removal])
    expect(status).toBe(201)
    expect(await trash()).toContain(item)
    expect(await isShown(late.id)).toBe(!(await trash()).includes(late.id))
    await expectExactCounts(db)
    await removeAll(owner)
    expect(await trash()).toContain(late.id)
    await expectExactCounts(db)
  })
})

it('filters the queue by kind and shows the history of the uploader', async () => {
  const owner = await fromElsewhere()
  const [gone, item] = await newReported(owner, 2)
  await remove(gone)
  await newLookAlikes(app, owner.id, 1)
  const list = async (kind: string) => {
    const { body, headers } = await operatorCall<QueueEntry[]>(app, `GET /api/admin/queue?kind=${kind}`)
    expect(headers['x-total-count']).toBe(String(kind === 'outlier' ? 0 : body.length))
    expect(headers.link).toBeUndefined()
    return body
  }
  const reports = await list('report')
  expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(['report']))
  expect(reports.find(({ key }) => key === `report:${item}`)).toMatchObject({
    uploader: {
      ...{ userId: owner.id, username: owner.username, isSaved: false, isBlocked: false },
      ...{ approved: 1, declined: 0, removed: 1, reports: 2, network: expect.stringMatching(/^[0-9a-f]{32}$/) },
    },
  })
  expect(await list('look_alike')).toMatchObject([{ kind: 'look_alike', uploader: { userId: owner.id } }])
  expect(await list('takedown')).toEqual([])
  expect(await list('outlier')).toEqual([])
  expectError(await operatorCall(app, 'GET /api/admin/queue?kind=other'), 400, 'invalid_request')
})
