import type { Answer } from '@hotvote/shared/contract'
import type { showTakedown } from '@hotvote/shared/operator/takedown-review'
import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { appWithWorker, jobsDone } from '../../../test/app/worker.ts'
import { complainant, newPicture, takedownCases } from '../../../test/make/moderation.ts'

const app = await appWithWorker()
const { uploaded, claimAbout, decide, deleteOwn, expectRefused } = await takedownCases(app)
const { file } = complainant(app)

const detail = async (id: number) =>
  (await operatorCall<Answer<typeof showTakedown>>(app, `GET /api/admin/dmca-takedowns/${id}`)).body
const restored = ({ id }: { id: number }) => operatorCall(app, `POST /api/admin/trash/${id}/restore`)

const untilMoved = () => jobsDone(app.deps.db, 'read-removed')

const trashed = async () => {
  const bytes = await newPicture().png().toBuffer()
  const item = await uploaded(bytes)
  await deleteOwn(item)
  await untilMoved()
  return { bytes, item }
}

describe('a request that is filed while its item is in the trash', () => {
  it.each([
    ['id', ({ id }: { id: number }) => ({ mediaId: id })],
    ['address of its page', ({ id }: { id: number }) => ({ infringingUrls: [`${app.baseUrl}/m/${id}`] })],
    ['address of its file', ({ url }: { url: string }) => ({ infringingUrls: [app.baseUrl + url] })],
  ])('names the item by the %s, and upholding the request erases and bars it', async (_by, named) => {
    const { bytes, item } = await trashed()
    const filed = await file(named(item))
    expect(filed.body).toEqual({ id: expect.any(Number), status: 'pending' })
    const { id } = filed.body
    await expect.poll(async () => (await detail(id)).removedPicture, SOON).toMatch(/^data:image\/webp/)
    const { originalName, mimeType } = item
    expect(await detail(id)).toMatchObject({
      media: null,
      isInTrash: true,
      removedItem: { id: item.id, originalName, mimeType, votes: 0 },
    })
    await decide(id, { status: 'resolved' })
    expectError(await restored(item), 404, 'not_found')
    expect((await detail(id)).isInTrash).toBe(false)
    await expectRefused(bytes)
  })

  it('names the item again once it is restored', async () => {
    const { item } = await trashed()
    const id = await claimAbout(item)
    expect((await restored(item)).status).toBe(204)
    expect(await detail(id)).toMatchObject({ media: { id: item.id }, isInTrash: false, removedItem: null })
    await untilMoved()
    expect((await call(app, `GET ${item.url}`)).status).toBe(200)
  })

  it('returns the same answer as for an unknown item', async () => {
    const { item } = await trashed()
    const [about, other] = [await file({ mediaId: item.id }), await file({ mediaId: 999_999 })]
    expect(about.status).toBe(other.status)
    expect(Object.keys(about.body)).toEqual(Object.keys(other.body))
    expect(await detail(other.body.id)).toMatchObject({ media: null, isInTrash: false, removedItem: null })
  })

  it('prefers a visible item to an item in the trash', async () => {
    const { item } = await trashed()
    const shown = await uploaded(await newPicture().png().toBuffer())
    const { body } = await file({ infringingUrls: [item, shown].map(({ url }) => app.baseUrl + url) })
    expect(await detail(body.id)).toMatchObject({
      media: { id: shown.id },
      isInTrash: true,
      linkedItems: { here: [shown.id], removed: [item.id] },
    })
  })
})
