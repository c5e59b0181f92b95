import type { TrashedItem } from '@hotvote/shared/operator/media-library'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { JOBS } from '../../../test/app/job-table.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { afterTrashDays, newPicture, takedownCases } from '../../../test/make/moderation.ts'
import { countTraces, storedFile } from '../../../test/make/upload.ts'
import { DAY_MS } from '../../domain/day.ts'
import { withTx } from '../../platform/db/client.ts'
import { mergeInto } from '../accounts/verification.service.ts'

const app = await appWithWorker()
const { owner, uploaded, claimAbout, decide, deleteOwn } = await takedownCases(app)
const voter = await quickVisitor(app)

const readBytes = () => newPicture().png().toBuffer()
const newItem = async (by?: QuickVisitor) => uploaded(await readBytes(), by)
const remove = ({ id }: { id: number }) => operatorCall(app, `DELETE /api/admin/media/${id}`)
const restore = ({ id }: { id: number }) => operatorCall(app, `POST /api/admin/trash/${id}/restore`)
const erase = ({ id }: { id: number }) => operatorCall(app, `DELETE /api/admin/trash/${id}`)
const trash = async () => (await operatorCall<TrashedItem[]>(app, 'GET /api/admin/trash')).body
const isInTrash = async ({ id }: { id: number }) => (await trash()).some((item) => item.id === id)
const readStatus = async (url: string) => (await call(app, `GET ${url}`)).status
const getKey = async ({ id }: { id: number }) => {
  const [row] = await app.deps.db.query<{ key: string }>(
    { text: 'SELECT original_key AS key FROM media WHERE id = $1' },
    [id],
  )
  return row?.key ?? ''
}
const untilCalm = () => {
  const left = `SELECT count(*) FROM ${JOBS}
    WHERE task IN ('read-removed', 'delete-files', 'erase-media') AND due_at <= now()`
  return expect.poll(() => queryCount(app.deps.db, left), SOON).toBe(0)
}
const removed = async (item: { id: number }) => {
  expect((await remove(item)).status).toBe(204)
  await untilCalm()
}
const filesAreNamed = async () => {
  const named = `SELECT sum(num_nonnulls(original_key, display_key, thumb_key, medium_key, small_key, share_key)) FROM media`
  expect((await countTraces(app)).objects).toBe(await queryCount(app.deps.db, named))
}

describe('a deleted item', () => {
  it('is listed in the trash and visible to the operator only', async () => {
    const item = await newItem()
    await voter.vote(item.id, true)
    await removed(item)
    const [listed] = await trash()
    expect(listed).toMatchObject({ id: item.id, username: owner.username, trashedBy: 'operator', hotVotes: 1 })
    const days = Date.parse(listed?.erasedAt ?? '') - Date.parse(listed?.trashedAt ?? '')
    expect(days).toBe(7 * DAY_MS)
    for (const url of [item.url, item.thumbnailUrl ?? '']) {
      await expect.poll(() => readStatus(url), SOON).toBe(404)
      expect((await call(app, `GET ${url}`)).headers['cache-control']).toBe('no-store')
      expect((await call(app, `HEAD ${url}`)).status).toBe(404)
    }
    expect(await storedFile(app, item.url)).not.toHaveLength(0)
    expectError(await voter.vote(item.id), 404, 'not_found')
    for (const variant of ['original', 'thumbnail']) {
      const route = `GET /api/admin/trash/${item.id}/${variant}` as const
      expect((await call(app, route)).status).toBe(401)
      const picture = await operatorCall(app, route)
      expect(picture.status).toBe(200)
      expect(picture.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(picture.headers['content-type']).toMatch(/^image\//)
    }
  })

  it('is no longer served by another process that has just served it', async () => {
    const { databaseUrl } = app.deps.config
    const other = await testApp({ DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir })
    const item = await newItem()
    const statusThere = async () => (await call(other, `GET ${item.url}`)).status
    expect(await statusThere()).toBe(200)
    await removed(item)
    await expect.poll(statusThere, SOON).toBe(404)
    expect((await restore(item)).status).toBe(204)
    await expect.poll(statusThere, SOON).toBe(200)
  })

  it('is restored once, with its votes and at its old address', async () => {
    const item = await newItem()
    await voter.vote(item.id, true)
    await voter.view(item.id)
    await deleteOwn(item)
    await untilCalm()
    expect((await trash())[0]).toMatchObject({ id: item.id, trashedBy: 'owner', totalVotes: 1, totalViews: 1 })
    const answers = await Promise.all([restore(item), restore(item)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await isInTrash(item)).toBe(false)
    await expect.poll(() => readStatus(item.url), SOON).toBe(200)
    expectError(await voter.vote(item.id), 409)
    const other = await quickVisitor(app)
    expect((await other.vote(item.id, false)).body).toMatchObject({ totalVotes: 2 })
    const own = await call<{ mediaStats: { id: number }[] }>(app, `GET /api/users/${owner.id}/stats`, owner)
    expect(own.body.mediaStats.map(({ id }) => id)).toContain(item.id)
    await expectExactCounts(app.deps.db)
    const uploads = `SELECT uploads - (SELECT count(*) FROM media WHERE owner_id = users.id AND status = 'ready') FROM users WHERE id = $1`
    expect(await queryCount(app.deps.db, uploads, [owner.id])).toBe(0)
    const ends = 'SELECT max(position) - (SELECT last_position FROM catalog) FROM media'
    expect(await queryCount(app.deps.db, ends)).toBe(0)
    await untilCalm()
    await filesAreNamed()
    const entries = (await listAudit(app)).filter(({ context }) => context.mediaId === item.id)
    expect(entries.filter(({ event }) => event === 'MEDIA_RESTORED')).toMatchObject([
      { actor: 'operator', context: { userId: owner.id, votes: 1, views: 1 } },
    ])
  })

  it('is erased after seven days in the trash', async () => {
    const old = await newItem()
    await voter.vote(old.id)
    await removed(old)
    await app.deps.db.query({ text: `UPDATE media SET trashed_at = trashed_at - interval '6 days' WHERE id = $1` }, [
      old.id,
    ])
    const young = await newItem()
    await removed(young)
    await app.deps.db.query({ text: `UPDATE media SET trashed_at = trashed_at + interval '7 days' WHERE id = $1` }, [
      young.id,
    ])
    expect(await isInTrash(old)).toBe(true)
    await afterTrashDays(app)
    await untilCalm()
    expect([await isInTrash(old), await isInTrash(young)]).toEqual([false, true])
    expectError(await restore(old), 404, 'not_found')
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM votes WHERE media_id = $1', [old.id])).toBe(0)
    const expired = (await listAudit(app)).findLast(({ event }) => event === 'TRASH_EXPIRED')
    expect(expired).toMatchObject({ actor: 'system', context: { mediaIds: expect.arrayContaining([old.id]) } })
    await expectExactCounts(app.deps.db)
    await filesAreNamed()
  })

  it('is erased when the operator empties the trash or deletes it for good', async () => {
    const [one, other] = [await newItem(), await newItem()]
    for (const item of [one, other]) await removed(item)
    expect((await erase(one)).status).toBe(204)
    expectError(await erase(one), 404, 'not_found')
    expectError(await restore(one), 404, 'not_found')
    const before = await trash()
    const emptied = await operatorCall(app, 'POST /api/admin/empty-trash?all=true')
    expect(emptied.body).toMatchObject({ erased: before.length })
    expect(await trash()).toEqual([])
    await untilCalm()
    expect(await queryCount(app.deps.db, `SELECT count(*) FROM media WHERE status <> 'ready'`)).toBe(0)
    await filesAreNamed()
  })
})

describe('an item in the trash', () => {
  it('is deleted with the account of its owner', async () => {
    const leaving = await quickVisitor(app)
    const item = await newItem(leaving)
    await removed(item)
    const gone = await call(app, `DELETE /api/users/${leaving.id}?userId=${leaving.id}`, leaving)
    expect(gone.status, gone.text).toBeLessThan(300)
    expectError(await restore(item), 404, 'not_found')
    const users = () => queryCount(app.deps.db, 'SELECT count(*) FROM users WHERE id = $1', [leaving.id])
    await expect.poll(users, SOON).toBe(0)
    await untilCalm()
    await filesAreNamed()
  })

  it('moves with its owner into an account, even during a restore', async () => {
    const [visitor, account] = [await quickVisitor(app), await quickVisitor(app)]
    const saved = `UPDATE users SET email = 'trash@example.com', email_verified_at = now() WHERE id = $1`
    await app.deps.db.query({ text: saved }, [account.id])
    const [first, second] = [await newItem(visitor), await newItem(visitor)]
    // A merge removes votes on the account's own items, including items in the trash.
    await account.vote(first.id)
    await voter.vote(first.id)
    for (const item of [first, second]) await removed(item)
    const merged = withTx(app.deps, (tx) => mergeInto(tx, { from: visitor.id, into: account.id }))
    const [back] = await Promise.all([restore(second), merged])
    expect(back.status, back.text).toBe(204)
    expect((await restore(first)).status).toBe(204)
    const { body } = await call<{ mediaStats: { id: number }[] }>(app, `GET /api/users/${account.id}/stats`, account)
    expect(body.mediaStats.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
    expect(await queryCount(app.deps.db, 'SELECT uploads FROM users WHERE id = $1', [account.id])).toBe(2)
    expect(await queryCount(app.deps.db, 'SELECT hot_votes + not_votes FROM media WHERE id = $1', [first.id])).toBe(1)
    await expectExactCounts(app.deps.db)
  })

  it('is erased when a takedown request about it is upheld', async () => {
    const [first, second, third] = [await newItem(), await newItem(), await newItem()]
    const id = await claimAbout(first)
    await removed(first)
    await decide(id, { status: 'resolved' })
    await decide(await claimAbout(second), { status: 'resolved', removeMedia: true })
    await decide(await claimAbout(third), { status: 'resolved' })
    await deleteOwn(third)
    for (const item of [first, second, third]) expectError(await restore(item), 404, 'not_found')
  })

  it('cannot be restored when an item with the same picture was taken down', async () => {
    const bytes = await readBytes()
    const [item, other] = [await uploaded(bytes), await uploaded(bytes)]
    await removed(item)
    await decide(await claimAbout(other), { status: 'resolved', removeMedia: true })
    expectError(await restore(item), 409, 'conflict')
    expect((await erase(item)).status).toBe(204)
  })

  it('is deleted with its files by a reset', async () => {
    const kept = await newItem()
    const item = await newItem()
    await removed(item)
    const key = await getKey(item)
    expect((await operatorCall(app, 'POST /api/admin/reset-database')).status).toBe(200)
    await untilCalm()
    await expect(storedFile(app, `/media/${key}`)).rejects.toThrow('ENOENT')
    expect(await storedFile(app, kept.url)).not.toHaveLength(0)
  })
})
