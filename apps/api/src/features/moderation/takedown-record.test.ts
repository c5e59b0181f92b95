import type { Answer } from '@hotvote/shared/contract'
import type { showTakedown } from '@hotvote/shared/operator/takedown-review'
import type { ListedUser } from '@hotvote/shared/operator/users'
import { describe, expect, it } from 'vitest'
import { type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { newPicture, takedownCases } from '../../../test/make/moderation.ts'
import { withTx } from '../../platform/db/client.ts'
import { mergeInto } from '../accounts/verification.service.ts'

const app = await appWithWorker()
const { owner, uploaded, claimAbout, decide, takeDown, deleteOwn } = await takedownCases(app)

const show = async (id: number) =>
  (await operatorCall<Answer<typeof showTakedown>>(app, `GET /api/admin/dmca-takedowns/${id}`)).body
const newItem = async (by?: QuickVisitor) => uploaded(await newPicture().png().toBuffer(), by)
const listed = async ({ id, username }: { id: number; username: string }) => {
  const { body } = await operatorCall<ListedUser[]>(app, `GET /api/admin/users?search=${username}`)
  return body.find((user) => user.id === id)?.takenDownItems
}

describe('the record beside a request', () => {
  it("lists all requests from the complainant's address with their outcome", async () => {
    const from = (complainantEmail: string) => ({ complainantEmail })
    const ids = [
      await claimAbout(await newItem(), from('claims@example.com')),
      await claimAbout(await newItem(), from('Claims@Example.com')),
      await claimAbout(await newItem(), from('claims@example.com')),
      await claimAbout(await newItem(), from('claims@example.com')),
      await claimAbout(await newItem(), from('other-claims@example.com')),
    ] as const
    await decide(ids[0], { status: 'resolved' })
    await decide(ids[1], { status: 'rejected' })
    await decide(ids[2], { status: 'reviewed' })
    for (const id of [ids[1], ids[3]])
      expect((await show(id)).complainant).toEqual({ filed: 4, upheld: 1, rejected: 1 })
    expect((await show(ids[4])).complainant).toEqual({ filed: 1, upheld: 0, rejected: 0 })
  })

  it('counts each upheld takedown of the uploader once', async () => {
    const uploader = await quickVisitor(app)
    const first = await newItem(uploader)
    const [one, other] = [await claimAbout(first), await claimAbout(first)]
    const record = (takenDownItems: number) => ({ userId: uploader.id, username: uploader.username, takenDownItems })
    expect((await show(one)).uploader).toEqual(record(0))
    await decide(one, { status: 'resolved', removeMedia: true })
    await decide(other, { status: 'resolved' })
    expect((await show(other)).uploader).toEqual(record(1))
    const second = await takeDown(await newItem(uploader))
    expect((await show(one)).uploader).toEqual(record(2))
    expect(await listed(uploader)).toBe(2)
    await decide(second, { status: 'pending' })
    await decide(second, { status: 'rejected' })
    expect((await show(second)).uploader).toEqual(record(1))
    expect(await listed(uploader)).toBe(1)
  })

  it('has no uploader if the request names no item of this site', async () => {
    expect((await show(await claimAbout({ id: 999_999 }))).uploader).toBeNull()
  })

  it('counts an item that its owner deleted once a request about it is upheld', async () => {
    const before = (await listed(owner)) ?? 0
    const item = await newItem()
    const id = await claimAbout(item)
    await deleteOwn(item)
    await deleteOwn(await newItem())
    expect(await listed(owner)).toBe(before)
    await decide(id, { status: 'resolved' })
    expect(await listed(owner)).toBe(before + 1)
  })

  it('moves with the visitor into an account and remains after its deletion', async () => {
    const [visitor, account] = [await quickVisitor(app), await quickVisitor(app)]
    const saved = `UPDATE users SET email = 'saved@example.com', email_verified_at = now() WHERE id = $1`
    await app.deps.db.query({ text: saved }, [account.id])
    const id = await takeDown(await newItem(visitor))
    await withTx(app.deps, (tx) => mergeInto(tx, { from: visitor.id, into: account.id }))
    expect((await show(id)).uploader).toEqual({ userId: account.id, username: account.username, takenDownItems: 1 })
    await app.deps.db.query({ text: 'DELETE FROM media WHERE owner_id = $1' }, [account.id])
    await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [account.id])
    expect((await show(id)).uploader).toEqual({ userId: account.id, username: null, takenDownItems: 1 })
  })
})
