import { accessDefaults, type ClosedParts } from '@hotvote/shared/visitor/access'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const app = await testApp()
const open = {
  ...{ uploadsOpen: true, votingOpen: true, isReadOnly: false, unsavedUploads: 0, savedUploads: 0, asksProof: false },
  ...accessDefaults,
}
const sendFile = (visitor: QuickVisitor) => upload(app, visitor, filePart('no picture'))
const closedParts = async () => (await call<ClosedParts>(app, 'GET /api/closed')).body

/** Votes cache the setting for a second, so new visitors vote until the change applies. */
const untilVotesGet = (status: number, mediaId: number) =>
  expect.poll(async () => (await (await quickVisitor(app)).vote(mediaId)).status, SOON).toBe(status)

const save = async (change: object) => {
  expect(await operatorCall(app, 'POST /api/admin/access-config', { ...open, ...change })).toMatchObject({
    status: 200,
  })
}

beforeEach(async () => {
  await save({})
  await expect.poll(async () => (await sendFile(await quickVisitor(app))).status, SOON).toBe(415)
})

const report = (visitor: QuickVisitor, mediaId: number) =>
  call(app, `POST /api/media/${mediaId}/report`, {
    cookie: visitor.cookie,
    body: { userId: visitor.id, reason: 'spam' },
  })

const setUp = async () => {
  const [visitor, owner] = [await quickVisitor(app), await quickVisitor(app)]
  const items = await newItems(app, owner.id, 3)
  return { visitor, items }
}

describe('a closed part of the site', () => {
  it("refuses votes with the operator's text until voting reopens", async () => {
    const { visitor, items } = await setUp()
    const [first = 0, second = 0] = items
    expect((await visitor.vote(first)).status).toBe(201)
    await save({ votingOpen: false, votingText: 'Back on Monday.' })
    expect(await closedParts()).toEqual({ uploads: null, voting: 'Back on Monday.', site: null })
    await untilVotesGet(403, first)
    expect(expectError(await visitor.vote(second), 403, 'closed').error).toBe('Back on Monday.')
    expect((await visitor.next()).status).toBe(200)
    expectError(await sendFile(visitor), 415, 'unsupported_type')
    await save({})
    await untilVotesGet(201, first)
    expect((await visitor.vote(second)).status).toBe(201)
  })

  it('refuses uploads only', async () => {
    const { visitor, items } = await setUp()
    await save({ uploadsOpen: false })
    await expect.poll(async () => (await sendFile(visitor)).status, SOON).toBe(403)
    expect(expectError(await sendFile(visitor), 403, 'closed').error).toBe(accessDefaults.uploadsText)
    expect((await visitor.vote(items[0] ?? 0)).status).toBe(201)
  })

  it('refuses all writes of visitors when read-only, but not sessions or the operator', async () => {
    const { visitor, items } = await setUp()
    const [item = 0] = items
    await save({ isReadOnly: true })
    expect(await closedParts()).toEqual({
      uploads: accessDefaults.readOnlyText,
      voting: accessDefaults.readOnlyText,
      site: accessDefaults.readOnlyText,
    })
    await untilVotesGet(403, item)
    expectError(await report(visitor, item), 403, 'closed')
    expectError(await visitor.view(item), 403, 'closed')
    expect((await quickVisitor(app)).id).toBeGreaterThan(0)
    expect((await operatorCall(app, `DELETE /api/admin/media/${item}`)).status).toBe(204)
  })

  it('refuses writes however their path is spelled', async () => {
    const { visitor, items } = await setUp()
    const [item = 0] = items
    await save({ votingOpen: false, uploadsOpen: false })
    await untilVotesGet(403, item)
    const { id: userId, cookie } = visitor
    const body = { userId, mediaId: item, isHot: true }
    for (const path of ['/api/VOTES', '/api/votes/', '/API/Votes', '/api/media/upload/', '/api/media/UPLOAD'] as const)
      expectError(await call(app, `POST ${path}`, { cookie, body }), 403, 'closed')
  })

  it('requires a text for visitors', async () => {
    const reply = await operatorCall(app, 'POST /api/admin/access-config', { ...open, votingText: ' ' })
    expect(expectError(reply, 400, 'invalid_request').error).toBe('Tell visitors why')
  })
})

it('limits the daily uploads of visitors without a saved account', async () => {
  const { visitor } = await setUp()
  await newItems(app, visitor.id, 2)
  await save({ unsavedUploads: 2 })
  const reply = await sendFile(visitor)
  expect(expectError(reply, 429, 'too_many_requests').error).toBe('You can upload 2 files a day. Try again tomorrow.')
  await save({ unsavedUploads: 3 })
  expectError(await sendFile(visitor), 415, 'unsupported_type')
})

it('records a change of the setting in the audit log', async () => {
  await save({ votingOpen: false })
  expect(await listAudit(app)).toContainEqual(
    expect.objectContaining({
      event: 'SETTINGS_UPDATED',
      context: expect.objectContaining({ setting: 'access', votingOpen: false }),
    }),
  )
})
