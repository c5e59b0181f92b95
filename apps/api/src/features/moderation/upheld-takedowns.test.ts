import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, withWorker } from '../../../test/app/worker.ts'
import { newPicture, takedownCases } from '../../../test/make/moderation.ts'
import { countTraces, filePart, storedFile, upload } from '../../../test/make/upload.ts'
import { addMedia } from '../media/uploads.service.ts'

const app = await appWithWorker()
const { owner, uploaded, claimAbout, decide, takeDown, deleteOwn, untilErased, expectRefused } =
  await takedownCases(app)

describe('an upheld decision', () => {
  it('bars the picture, although its owner deleted the item before', async () => {
    const bytes = await newPicture().png().toBuffer()
    await deleteOwn(await uploaded(bytes))
    const item = await uploaded(bytes)
    const id = await claimAbout(item)
    await deleteOwn(item)
    const third = await uploaded(bytes)
    await decide(id, { status: 'resolved' })
    await expectRefused(bytes)
    expect((await call(app, `GET ${third.url}`)).status).toBe(200)
  })

  it('bars the picture when its owner later deletes the item or account', async () => {
    const leaving = await quickVisitor(app)
    for (const by of [owner, leaving]) {
      const bytes = await newPicture().png().toBuffer()
      const item = await uploaded(bytes, by)
      const id = await claimAbout(item)
      await decide(id, { status: 'resolved' })
      const own = by === owner ? `media/${item.id}` : `users/${by.id}`
      const gone = await call(app, `DELETE /api/${own}?userId=${by.id}`, { cookie: by.cookie })
      expect(gone.status, gone.text).toBeLessThan(300)
      const rows = 'SELECT count(*) FROM taken_down_media WHERE takedown_id = $1'
      await expect.poll(() => queryCount(app.deps.db, rows, [id]), SOON).toBe(1)
      await expectRefused(bytes)
    }
  })

  it('remains in force after a reopening until the next decision', async () => {
    const bytes = await newPicture().png().toBuffer()
    const id = await takeDown(await uploaded(bytes))
    await decide(id, { status: 'pending' })
    await expectRefused(bytes)
    await decide(id, { status: 'rejected' })
    await deleteOwn(await uploaded(bytes))
    await decide(id, { status: 'pending' })
    await decide(id, { status: 'resolved' })
    await expectRefused(bytes)
  })

  it('is not ended by another request about the same item', async () => {
    const bytes = await newPicture().png().toBuffer()
    const item = await uploaded(bytes)
    const other = await claimAbout(item)
    await takeDown(item)
    await decide(other, { status: 'rejected' })
    await expectRefused(bytes)
  })

  it('remains in force after a reset', async () => {
    const bytes = await newPicture().png().toBuffer()
    await takeDown(await uploaded(bytes))
    const own = await appWithWorker()
    const hash = await app.deps.db.query<{ hash: string }>({
      text: `SELECT hash FROM taken_down_hashes WHERE taken_down_id = (SELECT max(id) FROM taken_down_media)`,
    })
    await own.deps.db.query(
      {
        text: `WITH made AS (INSERT INTO taken_down_media (takedown_id, media_id, owner_id, is_upheld) VALUES (1, 1, 1, true) RETURNING id)
        INSERT INTO taken_down_hashes SELECT unnest($1::text[]), id FROM made`,
      },
      [hash.map((row) => row.hash)],
    )
    expect((await operatorCall(own, 'POST /api/admin/reset-database')).status).toBe(200)
    const visitor = await quickVisitor(own)
    expectError(await upload(own, visitor, filePart(bytes)), 451, 'taken_down')
    expect(
      await queryCount(
        own.deps.db,
        'SELECT count(*) FROM taken_down_media WHERE takedown_id IS NULL AND owner_id IS NULL',
      ),
    ).toBe(1)
  })
})

describe('a decision during an upload', () => {
  const afterThumb = (then: () => Promise<unknown>) => ({
    ...app.deps,
    storage: {
      ...app.deps.storage,
      put: async (...args: Parameters<typeof app.deps.storage.put>) => {
        await app.deps.storage.put(...args)
        if (args[0].includes('thumb')) await then()
      },
    },
  })

  it('refuses the upload before it is published and removes row and files', async () => {
    const bytes = await newPicture().png().toBuffer()
    const item = await uploaded(bytes)
    const path = join(app.dataDir, 'on-its-way')
    await writeFile(path, bytes)
    const late = addMedia(
      afterThumb(() => takeDown(item)),
      { ownerId: owner.id, path, name: 'a.png' },
    )
    await expect(late).rejects.toMatchObject({ code: 'taken_down' })
    await untilErased()
    const { rows, ready, objects } = await countTraces(app)
    expect([rows, objects]).toEqual([
      ready,
      await queryCount(
        app.deps.db,
        'SELECT sum(num_nonnulls(original_key, display_key, thumb_key, medium_key, small_key, share_key)) FROM media',
      ),
    ])
  })
})

it('bars the original of an item that has no renditions yet', async () => {
  const young = await testApp()
  const cases = await takedownCases(young)
  const { body } = await upload(young, cases.owner, filePart(await newPicture().resize(1200, 900).jpeg().toBuffer()))
  const original = await storedFile(young, body.url)
  await cases.takeDown(body)
  await withWorker(young)
  await cases.untilErased()
  await cases.expectRefused(original)
})
