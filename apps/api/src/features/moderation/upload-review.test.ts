import type { Answer } from '@hotvote/shared/contract'
import type { decideUploads, WaitingUpload } from '@hotvote/shared/operator/upload-review'
import type { userStats } from '@hotvote/shared/visitor/stats'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { noise } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { eraseExpired } from '../media/trash.service.ts'

const app = await appWithWorker()
const { db } = app.deps

let seed = 1000
const picture = () => noise(9, 8, ++seed).resize(540, 480, { kernel: 'cubic' }).png().toBuffer()
const send = async (by: QuickVisitor, bytes?: Buffer): Promise<UploadedMedia> => {
  const { status, body } = await upload(app, by, filePart(bytes ?? (await picture())))
  expect(status).toBe(201)
  return body
}
const review = (values: object) => operatorCall(app, 'POST /api/admin/upload-review-config', values)
const list = async (query = '') => (await operatorCall<WaitingUpload[]>(app, `GET /api/admin/review${query}`)).body
const decide = (items: { id: number }[], decision: string, more = {}) => {
  const body = { mediaIds: items.map(({ id }) => id), decision, ...more }
  return operatorCall<Answer<typeof decideUploads>>(app, 'POST /api/admin/review/decisions', body)
}
const outcomes = async (...decision: Parameters<typeof decide>) =>
  (await decide(...decision)).body.results.map(({ outcome }) => outcome)
const stats = async ({ id, cookie }: QuickVisitor) =>
  (await call<Answer<typeof userStats>>(app, `GET /api/users/${id}/stats`, { cookie })).body
const readFileStatus = async (url: string, cookie?: string) =>
  (await call(app, `GET ${url}` as `GET /${string}`, cookie === undefined ? {} : { cookie })).status
const approved = async (by: QuickVisitor, count: number) => {
  for (let n = 0; n < count; n++) expect(await outcomes([await send(by)], 'approve')).toEqual(['done'])
}

beforeEach(() => review({ mode: 'everything', approvals: 3, trustsSaved: false }))

describe('the setting', () => {
  it('publishes at once while it is off', async () => {
    await review({ mode: 'off' })
    const by = await quickVisitor(app)
    expect((await send(by)).isWaiting).toBe(false)
  })

  it('makes every upload wait, even of visitors with published uploads', async () => {
    const by = await quickVisitor(app)
    await approved(by, 3)
    expect((await send(by)).isWaiting).toBe(true)
    expect((await list()).at(-1)).toMatchObject({ why: 'everything', uploader: { userId: by.id, approved: 3 } })
  })

  it('makes uploads of new uploaders wait until enough were approved', async () => {
    await review({ mode: 'new_uploaders', approvals: 2 })
    const by = await quickVisitor(app)
    const [first, second, third] = [await send(by), await send(by), await send(by)]
    expect([first, second, third].map(({ isWaiting }) => isWaiting)).toEqual([true, true, true])
    expect((await list()).at(-1)).toMatchObject({ id: third.id, why: 'new_uploader', uploader: { approved: 0 } })
    await decide([first], 'approve')
    expect((await send(by)).isWaiting).toBe(true)
    await decide([second], 'approve')
    expect((await send(by)).isWaiting).toBe(false)
    expect((await stats(by)).mediaStats.filter(({ isWaiting }) => isWaiting)).toHaveLength(2)
  })

  it('trusts saved accounts only if configured', async () => {
    await review({ mode: 'new_uploaders' })
    const by = await quickVisitor(app)
    await db.query({ text: `UPDATE users SET email = 'saved@example.com', email_verified_at = now() WHERE id = $1` }, [
      by.id,
    ])
    expect((await send(by)).isWaiting).toBe(true)
    await review({ mode: 'new_uploaders', trustsSaved: true })
    expect((await send(by)).isWaiting).toBe(false)
    expect((await send(await quickVisitor(app))).isWaiting).toBe(true)
  })

  it('keeps earlier uploads waiting, lists its changes and refuses invalid values', async () => {
    const by = await quickVisitor(app)
    const item = await send(by)
    await review({ mode: 'off' })
    expect((await stats(by)).mediaStats).toMatchObject([{ id: item.id, isWaiting: true }])
    const { body } = await operatorCall<object[]>(app, 'GET /api/admin/settings/upload-review/changes')
    expect(body[0]).toMatchObject({ old: { mode: 'everything' }, new: { mode: 'off', approvals: 3 } })
    for (const values of [{ mode: 'some' }, { approvals: 0 }, { approvals: 1.5 }, { trustsSaved: 1 }])
      expectError(await review({ mode: 'off', ...values }), 400, 'invalid_request')
  })
})

describe('an upload that waits', () => {
  it('is shown to its uploader and the operator only', async () => {
    const [by, other] = [await quickVisitor(app), await quickVisitor(app)]
    const { id, url, thumbnailUrl } = await send(by)
    for (const file of [url, thumbnailUrl ?? '']) {
      expect(await readFileStatus(file, by.cookie)).toBe(200)
      expect(await readFileStatus(file, other.cookie)).toBe(404)
      expect(await readFileStatus(file)).toBe(404)
    }
    const own = await call(app, `GET ${url}` as `GET /${string}`, { cookie: by.cookie })
    expect(own.headers['cache-control']).toBe('private, no-store')
    for (const variant of ['original', 'thumbnail'])
      expect((await operatorCall(app, `GET /api/admin/trash/${id}/${variant}`)).status).toBe(200)
    expectError(await other.vote(id), 404)
    await decide([{ id }], 'approve')
    await expect.poll(() => readFileStatus(url), SOON).toBe(200)
    expect((await other.vote(id)).status).toBe(201)
    await expectExactCounts(db)
  })

  it('is served to its uploader by the site even if a CDN serves other files', async () => {
    const cdn = await appWithWorker({ MEDIA_PUBLIC_URL: 'https://cdn.hot.example/media' })
    await operatorCall(cdn, 'POST /api/admin/upload-review-config', { mode: 'everything' })
    const by = await quickVisitor(cdn)
    const { body } = await upload(cdn, by, filePart(await picture()))
    expect(body.url).toMatch(/^\/media\//)
  })

  it('is counted in queue and overview, apart from look-alikes', async () => {
    const waiting = await queryCount(db, `SELECT count(*) FROM media WHERE status = 'waiting'`)
    await send(await quickVisitor(app))
    const { body } = await operatorCall(app, 'GET /api/admin/queue-count')
    expect(body).toMatchObject({ uploads: waiting + 1, lookAlikes: 0 })
    const overview = await operatorCall(app, 'GET /api/admin/overview')
    expect(overview.body).toMatchObject({
      decisions: { uploads: { waiting: waiting + 1 }, lookAlikes: { waiting: 0 } },
    })
  })

  it('is listed in pages, reported ones first, then the oldest', async () => {
    const by = await quickVisitor(app)
    const [first, second, third] = [await send(by), await send(by), await send(by)]
    await decide([third], 'approve')
    const reporter = await quickVisitor(app)
    const body = { userId: reporter.id, reason: 'spam' }
    expect((await call(app, `POST /api/media/${third.id}/report`, { cookie: reporter.cookie, body })).status).toBe(204)
    expect(await outcomes([third], 'reopen')).toEqual(['done'])
    const all = await list()
    expect(all[0]).toMatchObject({ id: third.id, reports: 1 })
    const ids = all.map(({ id }) => id)
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
    const page = await operatorCall<WaitingUpload[]>(app, 'GET /api/admin/review?limit=2')
    const cursor = /cursor=([\w-]+)/.exec(String(page.headers.link))?.[1]
    const next = await list(`?limit=2&cursor=${cursor}`)
    expect([...page.body, ...next].map(({ id }) => id)).toEqual(ids.slice(0, 4))
    expectError(await operatorCall(app, 'GET /api/admin/review?limit=61'), 400)
    const queue = await operatorCall(app, 'GET /api/admin/queue-count')
    expect(queue.body).toMatchObject({ reports: 0 })
    await expectExactCounts(db)
  })
})

describe('a declined upload', () => {
  it('shows its uploader the reason and is erased after seven days', async () => {
    const [by, other] = [await quickVisitor(app), await quickVisitor(app)]
    const item = await send(by)
    expect(await outcomes([item], 'decline', { reason: 'quality', note: ' Too dark. ' })).toEqual(['done'])
    const { mediaStats, totalUploads } = await stats(by)
    expect(totalUploads).toBe(1)
    expect(mediaStats).toMatchObject([
      { id: item.id, isWaiting: false, declined: { reason: 'quality', note: 'Too dark.' }, totalVotes: 0 },
    ])
    expect(await stats(other)).toMatchObject({ mediaStats: [] })
    expectError(await other.vote(item.id), 404)
    await expect.poll(() => readFileStatus(item.url, by.cookie), SOON).toBe(404)
    expect((await list()).map(({ id }) => id)).not.toContain(item.id)
    await send(by)
    expect((await list()).at(-1)).toMatchObject({ uploader: { declined: 1, removed: 0, approved: 0 } })
    await db.query({ text: `UPDATE media SET trashed_at = now() - interval '8 days' WHERE id = $1` }, [item.id])
    await eraseExpired(app.deps, new AbortController().signal)
    expect((await stats(by)).mediaStats.map(({ id }) => id)).not.toContain(item.id)
    await expect.poll(() => queryCount(db, 'SELECT count(*) FROM media WHERE id = $1', [item.id]), SOON).toBe(0)
    await expectExactCounts(db)
  })

  it('can be sent again unless the operator barred it', async () => {
    const by = await quickVisitor(app)
    const [bytes, barred] = [await picture(), await picture()]
    await decide([await send(by, bytes)], 'decline')
    expect((await send(by, bytes)).isWaiting).toBe(true)
    await decide([await send(by, barred)], 'decline', { reason: 'rules', neverAgain: true })
    expectError(await upload(app, by, filePart(barred)), 451, 'taken_down')
  })

  it('is published when the operator restores it from the trash', async () => {
    const by = await quickVisitor(app)
    const item = await send(by)
    await decide([item], 'decline')
    expect((await operatorCall(app, `POST /api/admin/trash/${item.id}/restore`)).status).toBe(204)
    expect((await stats(by)).mediaStats).toMatchObject([{ id: item.id, isWaiting: false, declined: null }])
    await send(by)
    expect((await list()).at(-1)).toMatchObject({ uploader: { declined: 0, approved: 1 } })
    await expectExactCounts(db)
  })
})

describe('a batch of decisions', () => {
  it('returns an outcome for each item and records the changes', async () => {
    const by = await quickVisitor(app)
    const [waiting, live, declined, deleted] = [await send(by), await send(by), await send(by), await send(by)]
    await decide([live], 'approve')
    await decide([declined], 'decline')
    await call(app, `DELETE /api/media/${deleted.id}?userId=${by.id}`, { cookie: by.cookie })
    const all = [waiting, live, declined, deleted, { id: 999_999 }]
    expect((await decide(all, 'approve')).body).toEqual({
      results: [
        { mediaId: waiting.id, outcome: 'done' },
        { mediaId: live.id, outcome: 'already_approved' },
        { mediaId: declined.id, outcome: 'already_declined' },
        { mediaId: deleted.id, outcome: 'gone' },
        { mediaId: 999_999, outcome: 'gone' },
      ],
    })
    const [entry] = (await listAudit(app)).filter(({ event }) => event === 'UPLOADS_APPROVED').toReversed()
    expect(entry?.context).toMatchObject({ mediaIds: [waiting.id] })
    expect(await outcomes(all, 'decline')).toEqual([
      'already_approved',
      'already_approved',
      'already_declined',
      'gone',
      'gone',
    ])
  })

  it('reopens approved and declined items, but none that were never reviewed', async () => {
    await review({ mode: 'off' })
    const by = await quickVisitor(app)
    const unseen = await send(by)
    await review({ mode: 'everything' })
    const [first, second] = [await send(by), await send(by)]
    await decide([first], 'approve')
    const voter = await quickVisitor(app)
    expect((await voter.vote(first.id)).status).toBe(201)
    await decide([second], 'decline', { neverAgain: true })
    expect(await outcomes([unseen, first, second], 'reopen')).toEqual(['already_approved', 'done', 'done'])
    expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
    expect((await stats(by)).mediaStats.map(({ isWaiting }) => isWaiting)).toEqual([true, true, false])
    await expectExactCounts(db)
    expect(await outcomes([first, second], 'approve')).toEqual(['done', 'done'])
    expect((await stats(by)).totalVotes).toBe(1)
    await expectExactCounts(db)
  })

  it('refuses to approve an item whose picture was removed elsewhere since', async () => {
    const by = await quickVisitor(app)
    const bytes = await picture()
    const [first, second] = [await send(by, bytes), await send(by, bytes)]
    await decide([first], 'decline', { neverAgain: true })
    expect(await outcomes([second], 'approve')).toEqual(['taken_down'])
    expect(await outcomes([second], 'decline')).toEqual(['done'])
  })

  it('is decided once when two operators send the same batch', async () => {
    const by = await quickVisitor(app)
    const items = [await send(by), await send(by), await send(by)]
    const both = await Promise.all([outcomes(items, 'approve'), outcomes(items.toReversed(), 'decline')])
    const [won, lost] = both[0].includes('done') ? both : both.toReversed()
    expect(won).toEqual(['done', 'done', 'done'])
    expect(new Set(lost)).toEqual(new Set([won === both[0] ? 'already_approved' : 'already_declined']))
    await expectExactCounts(db)
  })

  it('leaves no item when its uploader deletes it during the approval', async () => {
    const by = await quickVisitor(app)
    const item = await send(by)
    const remove = () => call(app, `DELETE /api/media/${item.id}?userId=${by.id}`, { cookie: by.cookie })
    const [[outcome], deletion] = await Promise.all([outcomes([item], 'approve'), remove()])
    expect(deletion.status).toBe(204)
    expect(['done', 'gone']).toContain(outcome)
    expect((await stats(by)).mediaStats).toEqual([])
    await expectExactCounts(db)
  })

  it('requires the operator and at most sixty items', async () => {
    expectError(
      await call(app, 'POST /api/admin/review/decisions', { body: { mediaIds: [1], decision: 'approve' } }),
      401,
    )
    const many = Array.from({ length: 61 }, (_, index) => ({ id: index + 1 }))
    for (const [items, decision] of [
      [many, 'approve'],
      [[], 'approve'],
      [[{ id: 1 }], 'maybe'],
    ] as const)
      expectError(await decide([...items], decision), 400)
  })
})

it('keeps an upload consistent while the setting changes', async () => {
  await review({ mode: 'off' })
  const by = await quickVisitor(app)
  const [item] = await Promise.all([send(by), review({ mode: 'everything' })])
  const waits = (await list()).some(({ id }) => id === item.id)
  expect(waits).toBe(item.isWaiting)
  expect((await send(by)).isWaiting).toBe(true)
  await expectExactCounts(db)
})
