import type { Answer } from '@hotvote/shared/contract'
import { TAKEDOWN_MAX } from '@hotvote/shared/limits'
import type { RemovedItem } from '@hotvote/shared/operator/removed-items'
import type { reviewTakedown, showTakedown } from '@hotvote/shared/operator/takedown-review'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant, newPicture, takedownCases } from '../../../test/make/moderation.ts'

const app = await appWithWorker()
const { uploaded, decide, deleteOwn, untilErased, expectRefused } = await takedownCases(app)
const { file } = complainant(app)

type Item = UploadedMedia & { bytes: Buffer }

const newItem = async (): Promise<Item> => {
  const bytes = await newPicture().png().toBuffer()
  return { ...(await uploaded(bytes)), bytes }
}
const newTriple = async () => [await newItem(), await newItem(), await newItem()] as const
const getPage = ({ id }: { id: number }) => `${app.baseUrl}/m/${id}`
const claimAll = async (items: readonly { id: number }[]) =>
  (await file({ infringingUrls: ['https://elsewhere.example/1', ...items.map(getPage)] })).body.id
const path = (id: number) => `/api/admin/dmca-takedowns/${id}`
const show = async (id: number) => (await operatorCall<Answer<typeof showTakedown>>(app, `GET ${path(id)}`)).body
const mailText = async (id: number, query: string) =>
  (await operatorCall<{ subject: string; text: string }>(app, `GET ${path(id)}/mail?status=resolved&${query}`)).body
const listDecisions = async (id: number) =>
  (await listAudit(app)).filter(({ event, context }) => event === 'DMCA_TAKEDOWN_UPDATED' && context.takedownId === id)

describe('the items of a takedown request', () => {
  it('are all linked in the order of their addresses, without foreign addresses', async () => {
    const [first, second, third] = await newTriple()
    const id = await claimAll([third, first, { id: 999_999 }, second, first])
    const { mediaId, media, items, linkedItems } = await show(id)
    expect([mediaId, media?.id]).toEqual([third.id, third.id])
    expect(items.map((item) => item.media?.id)).toEqual([third.id, first.id, second.id])
    expect(linkedItems).toEqual({ here: [third.id, first.id, second.id], removed: [] })
  })

  it('include deleted items, each with its own picture', async () => {
    const [first, second, third] = await newTriple()
    const id = await claimAll([first, second, third])
    await deleteOwn(second)
    expect((await show(id)).linkedItems).toEqual({ here: [first.id, third.id], removed: [second.id] })
    await untilErased()
    const pictures = async () => (await show(id)).items.map(({ removedPicture }) => removedPicture !== null)
    await expect.poll(pictures, SOON).toEqual([false, true, false])
    expect((await show(id)).items[1]).toMatchObject({ media: null, removedItem: { id: second.id } })
  })

  it('are limited in number', async () => {
    const ids = await newItems(app, (await quickVisitor(app)).id, TAKEDOWN_MAX.items + 5)
    const lines = ids.map((id) => getPage({ id }))
    const infringingUrls = [lines.slice(0, 6).join(' '), ...lines.slice(6)]
    expect((await show((await file({ infringingUrls })).body.id)).items).toHaveLength(TAKEDOWN_MAX.items)
  })
})

describe('the removal of several items', () => {
  it('removes every item and refuses each of their files afterwards', async () => {
    const items = await newTriple()
    const id = await claimAll(items)
    await decide(id, { status: 'resolved', removeMedia: true })
    const ids = items.map((item) => item.id)
    expect((await show(id)).linkedItems).toEqual({ here: [], removed: ids })
    for (const { bytes } of items) await expectRefused(bytes)
    const { body } = await operatorCall<RemovedItem[]>(app, 'GET /api/admin/removed-items?limit=100')
    expect(body.filter(({ takedownId }) => takedownId === id).map(({ mediaId }) => mediaId)).toEqual(
      expect.arrayContaining(ids),
    )
    const [decision] = await listDecisions(id)
    expect(decision?.context).toMatchObject({ removedIds: ids, keptIds: [], isRemoved: true })
    const urls = items.map(({ url }) => new URL(url, app.deps.config.publicUrl).href)
    expect(decision?.context.urlsToPurge).toEqual(expect.arrayContaining(urls))
  })

  it('leaves kept items in place', async () => {
    const [first, second, third] = await newTriple()
    const id = await claimAll([first, second, third])
    await decide(id, { status: 'resolved', removeMedia: true, keep: [second.id] })
    expect((await show(id)).linkedItems).toEqual({ here: [second.id], removed: [first.id, third.id] })
    expect((await show(id)).media?.id).toBe(second.id)
    await expectRefused(first.bytes)
    await expectRefused(third.bytes)
    expect(await listDecisions(id)).toMatchObject([
      { context: { removedIds: [first.id, third.id], keptIds: [second.id], isRemoved: true } },
    ])
  })

  it('refuses to keep an item of another request', async () => {
    const [first, second, other] = await newTriple()
    const id = await claimAll([first, second])
    const body = { status: 'resolved', removeMedia: true, keep: [other.id] }
    expectError(await operatorCall<Answer<typeof reviewTakedown>>(app, `PATCH ${path(id)}`, body), 400)
    expect((await show(id)).linkedItems.here).toEqual([first.id, second.id])
  })
})

describe('the text about several items', () => {
  it('says that all items were removed', async () => {
    const id = await claimAll(await newTriple())
    const { subject, text } = await mailText(id, 'removeMedia=true')
    expect(subject).toBe(`Your takedown request #${id} was resolved`)
    expect(text).toContain('removed the material from HotVote.')
  })

  it('says how many items were removed and how many were kept', async () => {
    const [first, second, third] = await newTriple()
    const id = await claimAll([first, second, third])
    const { subject, text } = await mailText(id, `removeMedia=true&keep=${first.id},${third.id}`)
    expect(subject).toBe(`Your takedown request #${id} was resolved in part`)
    expect(text).toContain('Of the 3 items that it names, we removed 1 from HotVote and left 2 in place.')
    expect(text).not.toContain('Thank you')
  })

  it('says how many items had been deleted before', async () => {
    const [first, second, third] = await newTriple()
    const id = await claimAll([first, second, third])
    await operatorCall(app, `DELETE /api/admin/media/${second.id}`)
    await operatorCall(app, `DELETE /api/admin/trash/${second.id}`)
    const already = 'Of the 3 items that it names, 1 had already been deleted.'
    expect((await mailText(id, 'removeMedia=true')).text).toContain(`removed the material from HotVote. ${already}`)
    const none = await mailText(id, 'removeMedia=false')
    expect(none.subject).toBe(`Your takedown request #${id} was closed without a removal`)
    expect(none.text).toContain(`without removing anything from HotVote. ${already}`)
  })
})
