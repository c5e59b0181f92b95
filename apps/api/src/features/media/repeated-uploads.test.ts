import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { newSessionId, testApp } from '../../../test/app/test-app.ts'
import { noise } from '../../../test/make/pictures.ts'
import { expectNoTrace, filePart, upload } from '../../../test/make/upload.ts'
import { hashText } from '../../platform/http/guards.ts'
import { addMedia } from './uploads.service.ts'

const app = await testApp()
const visitor = await quickVisitor(app)
const picture = await noise(32, 24).png().toBuffer()

const send = (key: string, bytes = picture, sender = visitor) =>
  upload(app, { ...sender, headers: { 'idempotency-key': key } }, filePart(bytes, 'a.png'))
const getItems = (id: number) => queryCount(app.deps.db, 'SELECT count(*) FROM media WHERE owner_id = $1', [id])

describe('an upload with a repeated Idempotency-Key', () => {
  it('returns the existing item', async () => {
    const key = newSessionId()
    const first = await send(key)
    expect(first.status, first.text).toBe(201)
    await expectNoTrace(app, async () => expect(await send(key)).toMatchObject({ status: 201, text: first.text }))
    expect((await send(newSessionId())).body.id).not.toBe(first.body.id)
    expect((await upload(app, visitor, filePart(picture))).status).toBe(201)
  })

  it('is refused with another file', async () => {
    const key = newSessionId()
    await send(key)
    const other = await noise(24, 32).png().toBuffer()
    await expectNoTrace(app, async () => expectError(await send(key, other), 409, 'conflict'))
  })

  it('creates a new item for another visitor', async () => {
    const [key, other] = [newSessionId(), await quickVisitor(app)]
    const ids = [await send(key), await send(key, picture, other), await send(key, picture, other)]
    expect(ids.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await getItems(other.id)).toBe(1)
    expect(ids[1]?.body.id).not.toBe(ids[0]?.body.id)
  })

  it('creates a new item when the first was deleted', async () => {
    const key = newSessionId()
    const { body } = await send(key)
    await operatorCall(app, `DELETE /api/admin/media/${body.id}`)
    const again = await send(key)
    expect(again.status, again.text).toBe(201)
    expect(again.body.id).not.toBe(body.id)
  })

  it('creates one item for many simultaneous calls', async () => {
    const [key, owner] = [newSessionId(), await quickVisitor(app)]
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(key, picture, owner)))
    const created = new Set(replies.filter(({ status }) => status === 201).map(({ body }) => body.id))
    expect(created.size).toBe(1)
    for (const reply of replies) if (reply.status !== 201) expectError(reply, 503, 'unavailable')
    expect(created).toContain((await send(key, picture, owner)).body.id)
    expect(await getItems(owner.id)).toBe(1)
  })

  it('replaces an unfinished upload', async () => {
    const [key, owner] = [newSessionId(), await quickVisitor(app)]
    const path = join(app.dataDir, 'unfinished')
    await writeFile(path, picture)
    const { storage } = app.deps
    const stuck = { ...storage, put: () => new Promise<never>(() => undefined) }
    const given = { ownerId: owner.id, path, name: 'a.png', uploadKey: hashText(`${owner.id} ${key}`) }
    void addMedia({ ...app.deps, storage: stuck }, given)
    await expect.poll(() => getItems(owner.id), SOON).toBe(1)
    expect((await send(key, picture, owner)).status).toBe(201)
    expect(await getItems(owner.id)).toBe(1)
  })

  it.each(['', 'two words', 'x'.repeat(201)])('rejects an invalid key: %j', async (key) => {
    await expectNoTrace(app, async () => expectError(await send(key), 400, 'invalid_request'))
  })
})
