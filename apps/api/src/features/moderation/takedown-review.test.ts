import type { Answer } from '@hotvote/shared/contract'
import type { ReviewedTakedown, reviewTakedown, showTakedown } from '@hotvote/shared/operator/takedown-review'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { DELETE_JOBS } from '../../../test/app/job-table.ts'
import { allPages, listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { countJobs, withWorker } from '../../../test/app/worker.ts'
import { appWithMail, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const { app, mailbox } = await appWithMail()

type Status = ReviewedTakedown['status']
const make = async (claim: Record<string, unknown> = {}) => (await complainant(app).file(claim)).body.id
const show = (id: number) => operatorCall<Answer<typeof showTakedown>>(app, `GET /api/admin/dmca-takedowns/${id}`)
const move = (id: number, body: object) =>
  operatorCall<Answer<typeof reviewTakedown>>(app, `PATCH /api/admin/dmca-takedowns/${id}`, body)
const set = (id: number, status: Status) =>
  app.deps.db.query({ text: 'UPDATE takedowns SET status = $2 WHERE id = $1' }, [id, status])
const queuedMails = () => countJobs(app.deps.db)

describe('changing the status of a request', () => {
  const statuses: Status[] = ['pending', 'reviewed', 'resolved', 'rejected']
  const allowed = new Set([
    'pending reviewed',
    'pending resolved',
    'pending rejected',
    'reviewed resolved',
    'reviewed rejected',
    'resolved pending',
    'rejected pending',
  ])
  const moves = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))

  it.each(moves)('allows a change from %s to %s only if it is specified', async (from, to) => {
    const id = await make()
    await set(id, from)
    const reply = await move(id, { status: to, adminNotes: 'Looked at it' })
    if (!allowed.has(`${from} ${to}`)) {
      expectError(reply, 409, 'conflict')
      expect((await show(id)).body).toMatchObject({ status: from, adminNotes: '' })
      return
    }
    expect(reply).toMatchObject({ status: 200, body: { id, status: to, adminNotes: 'Looked at it' } })
    expect((await show(id)).body).toMatchObject({ status: to, adminNotes: 'Looked at it' })
  })

  it('refuses notes that would overwrite newer ones', async () => {
    const id = await make()
    await move(id, { status: 'reviewed', adminNotes: 'Lawyer called', notesAsRead: '' })
    expectError(await move(id, { status: 'rejected', adminNotes: 'Not theirs', notesAsRead: '' }), 409, 'conflict')
    expect((await show(id)).body).toMatchObject({ status: 'reviewed', adminNotes: 'Lawyer called' })

    expect(await move(id, { status: 'rejected', adminNotes: '', notesAsRead: '' })).toMatchObject({ status: 200 })
    const seen = { adminNotes: 'Lawyer called. Not theirs', notesAsRead: 'Lawyer called' }
    expect(await move(id, { status: 'pending', ...seen })).toMatchObject({ body: { adminNotes: seen.adminNotes } })
    expect(await move(id, { status: 'reviewed', ...seen })).toMatchObject({
      status: 200,
      body: { adminNotes: seen.adminNotes },
    })
    expect(await move(id, { status: 'rejected', notesAsRead: '' })).toMatchObject({
      status: 200,
      body: { adminNotes: seen.adminNotes },
    })
  })

  it('emails the decision, but no review, to the complainant', async () => {
    await app.deps.db.query({ text: DELETE_JOBS })
    const id = await make({ complainantEmail: 'ada@example.com' })
    const waiting = await queuedMails()
    await move(id, { status: 'reviewed' })
    expect(await queuedMails()).toBe(waiting)
    const preview = await operatorCall(app, `GET /api/admin/dmca-takedowns/${id}/mail?status=rejected`)
    await move(id, { status: 'rejected', adminNotes: 'Not theirs' })
    await sendDueMail(app, { now: true })
    const mail = await mailbox.next('ada@example.com')
    expect(mail.subject).toBe(`Your takedown request #${id} was rejected`)
    expect(mail.text).toContain('will not act on it')
    expect(mail.text).not.toContain('Not theirs')
    expect(preview.body).toMatchObject({ to: 'ada@example.com', subject: mail.subject })
  })

  it('removes the item in the same step with one audit entry per act', async () => {
    const owner = await quickVisitor(app)
    const voter = await quickVisitor(app)
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    await voter.vote(mediaId)
    const id = await make({ mediaId, complainantEmail: 'owner@example.com' })
    expect((await show(id)).body).toMatchObject({ mediaId, media: { id: mediaId, username: owner.username } })
    const before = (await listAudit(app)).length
    const reply = await move(id, { status: 'resolved', adminNotes: 'Removed', removeMedia: true })
    expect(reply).toMatchObject({ status: 200, body: { status: 'resolved', mediaId: null } })
    expect(await queryCount(app.deps.db, 'SELECT count(position) FROM media WHERE id = $1', [mediaId])).toBe(0)
    await expectExactCounts(app.deps.db)
    expect((await listAudit(app)).slice(before)).toMatchObject([
      { event: 'ADMIN_DELETE_REQUEST', context: { mediaId, takedownId: id } },
      { event: 'ADMIN_DELETE_COMPLETED', context: { mediaId, votes: 1, takedownId: id } },
      { event: 'DMCA_TAKEDOWN_UPDATED', context: { takedownId: id, from: 'pending', to: 'resolved', isRemoved: true } },
    ])
    await sendDueMail(app, { now: true })
    expect((await mailbox.next('owner@example.com')).text).toContain('removed the material')
    expect((await show(id)).body).toMatchObject({ media: null })
  })

  it('says that an item in the trash was removed for good', async () => {
    const owner = await quickVisitor(app)
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    const id = await make({ mediaId, complainantEmail: 'trash@example.com' })
    expect((await operatorCall(app, `DELETE /api/admin/media/${mediaId}`)).status).toBe(204)
    const preview = () =>
      operatorCall<{ text: string }>(app, `GET /api/admin/dmca-takedowns/${id}/mail?status=resolved`)
    const { body } = await preview()
    expect(body.text).toContain('removed the material')
    expect(await move(id, { status: 'resolved' })).toMatchObject({ status: 200 })
    expect((await listAudit(app)).at(-1)?.context).toMatchObject({ takedownId: id, isRemoved: true })
    await sendDueMail(app, { now: true })
    expect((await mailbox.next('trash@example.com')).text).toContain('removed the material')
    await move(id, { status: 'pending' })
    expect((await preview()).body.text).not.toContain('removed the material')
  })

  it('keeps the facts of an item after its deletion', async () => {
    const worker = await withWorker(app)
    const owner = await quickVisitor(app)
    const file = filePart(await quarters(640, 480).jpeg().toBuffer(), 'lighthouse.jpg')
    const { body: item } = await upload(app, owner, file)
    await (await quickVisitor(app)).vote(item.id)
    const [first, second] = [await make({ mediaId: item.id }), await make({ mediaId: item.id })]
    expect((await show(first)).body).toMatchObject({ mediaId: item.id, removedItem: null, removedPicture: null })
    const gone = await call(app, `DELETE /api/media/${item.id}?userId=${owner.id}`, { cookie: owner.cookie })
    expect(gone.status).toBe(204)
    const { username } = owner
    const removedItem = { id: item.id, username, originalName: 'lighthouse.jpg', mimeType: 'image/jpeg', votes: 1 }
    for (const claim of [first, second]) {
      expect((await show(claim)).body).toMatchObject({ mediaId: null, media: null, removedItem })
      await expect
        .poll(async () => (await show(claim)).body.removedPicture, SOON)
        .toMatch(/^data:image\/webp;base64,UklGR/)
    }
    await expect.poll(async () => (await call(app, `GET ${item.url}`)).status, SOON).toBe(404)
    await worker.stop()
  })

  it('removes no item when the change is not allowed', async () => {
    const owner = await quickVisitor(app)
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    const id = await make({ mediaId })
    expectError(await move(id, { status: 'rejected', removeMedia: true }), 400)
    await set(id, 'resolved')
    expectError(await move(id, { status: 'resolved', removeMedia: true }), 409, 'conflict')
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM media WHERE id = $1', [mediaId])).toBe(1)
  })

  it('succeeds for one of two simultaneous calls', async () => {
    const id = await make()
    const replies = await Promise.all([move(id, { status: 'resolved' }), move(id, { status: 'rejected' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    {},
    { status: 'done' },
    { status: 'reviewed', adminNotes: 5 },
    { status: 'reviewed', adminNotes: 'x'.repeat(10_001) },
    { status: 'reviewed', notesAsRead: 5 },
  ])('refuses %j', async (body) => {
    expectError(await move(await make(), body), 400)
  })

  it('answers 404 for an unknown request', async () => {
    expectError(await move(999_999, { status: 'reviewed' }), 404, 'not_found')
    expectError(await show(999_999), 404, 'not_found')
  })
})

describe('the promised time', () => {
  const HOUR = 60 * 60_000
  const age = (id: number, hours: number) =>
    app.deps.db.query(
      {
        text: `UPDATE takedowns SET opened_at = now() - make_interval(hours => $2), created_at = now() - make_interval(hours => $2) WHERE id = $1`,
      },
      [id, hours],
    )

  it('lasts 48 hours, ends with the decision and restarts on reopening', async () => {
    const id = await make()
    await age(id, 50)
    const { openedAt, dueAt, createdAt } = (await show(id)).body
    expect(openedAt).toBe(createdAt)
    expect(Date.parse(dueAt ?? '') - Date.parse(openedAt ?? '')).toBe(48 * HOUR)
    expect((await move(id, { status: 'reviewed' })).body).toMatchObject({ openedAt, dueAt })
    expect((await move(id, { status: 'rejected' })).body).toMatchObject({ openedAt: null, dueAt: null })
    const reopened = await move(id, { status: 'pending' })
    expect(Date.parse(reopened.body.dueAt ?? '')).toBeGreaterThan(Date.now() + 47 * HOUR)
  })

  it('is restored when a decision is undone', async () => {
    const id = await make()
    await age(id, 50)
    const { openedAt, dueAt } = (await show(id)).body
    const undo = (undoes: Status, status: Status) => move(id, { status, undoes })
    await move(id, { status: 'rejected' })
    for (const other of ['resolved', 'reviewed', 'pending'] as const) expectError(await undo(other, 'pending'), 409)
    expect((await undo('rejected', 'pending')).body).toMatchObject({ status: 'pending', openedAt, dueAt })
    await move(id, { status: 'reviewed' })
    await move(id, { status: 'resolved' })
    expect((await undo('resolved', 'reviewed')).body).toMatchObject({ status: 'reviewed', openedAt, dueAt })
    expect((await undo('reviewed', 'pending')).body).toMatchObject({ status: 'pending', openedAt, dueAt })
    for (const status of ['reviewed', 'resolved'] as const) expectError(await undo('pending', status), 409, 'conflict')
  })

  it('orders the list from the oldest, page by page', async () => {
    const list = '/api/admin/dmca-takedowns'
    await make()
    const newest = await allPages<ReviewedTakedown>(app, `${list}?limit=3`)
    const oldest = await allPages<ReviewedTakedown>(app, `${list}?limit=3&order=asc`)
    expect(oldest.entries.map(({ id }) => id)).toEqual(newest.entries.map(({ id }) => id).reverse())
    expectError(await operatorCall(app, `GET ${list}?order=sideways`), 400)
  })
})

describe('the list of requests', () => {
  it('is paged, newest first, and filtered by status and search', async () => {
    const list = '/api/admin/dmca-takedowns'
    const id = await make({ complainantName: '100%_Mine', workDescription: 'A drawing of a very rare bird' })
    const all = await allPages<ReviewedTakedown>(app, `${list}?limit=5`)
    expect(all.entries[0]).toMatchObject({ id, status: 'pending', complainantName: '100%_Mine' })
    expect(JSON.parse(all.entries[0]?.infringingUrls ?? '')).toEqual(expect.any(Array))
    expect(new Set(all.entries.map((entry) => entry.id)).size).toBe(all.totals[0])
    const found = await operatorCall<ReviewedTakedown[]>(app, `GET ${list}?search=RARE%20bird&status=pending`)
    expect(found.body.map((entry) => entry.id)).toEqual([id])
    expect((await operatorCall(app, `GET ${list}?search=%25_M&status=rejected`)).body).toEqual([])
    for (const number of [id, `%23${id}`]) {
      const byNumber = await operatorCall<ReviewedTakedown[]>(app, `GET ${list}?search=${number}`)
      expect(byNumber.body.map((entry) => entry.id)).toContain(id)
    }
    const counts = await operatorCall<Record<Status, number>>(app, 'GET /api/admin/dmca-takedown-counts')
    expect(Object.values(counts.body).reduce((sum, count) => sum + count, 0)).toBe(all.totals[0])
  })
})
