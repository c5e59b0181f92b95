import { listQueue, type QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { Outlier } from '@hotvote/shared/operator/vote-review'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

type Page = { body: QueueEntry[]; total: number; next: string | undefined }

const site = async () => {
  const app = await testApp()
  const owner = await quickVisitor(app)
  const run = (text: string, values: unknown[] = []) => app.deps.db.query({ text }, values)
  const ago = (hours: number) => `now() - interval '${hours} hours'`
  const page = async (query = ''): Promise<Page> => {
    const reply = await operatorCall<QueueEntry[]>(app, `GET /api/admin/queue${query}`)
    expect(reply.status, reply.text).toBe(200)
    listQueue.response.parse(reply.body)
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? '')) ?? []
    return {
      body: reply.body,
      total: Number(reply.headers['x-total-count']),
      next: next && new URL(next, app.baseUrl).search,
    }
  }
  const pages = async (limit: number) => {
    const all: string[][] = []
    for (let query: string | undefined = `?limit=${limit}`; query !== undefined; ) {
      const { body, next } = await page(query)
      all.push(body.map(({ key }) => key))
      query = next
    }
    return all
  }
  const reported = async (hours: number, isUrgent = false) => {
    const [id = 0] = await newItems(app, owner.id, 1)
    await run(`INSERT INTO reported_media (media_id, is_urgent, opened_at) VALUES ($1, $2, ${ago(hours)})`, [
      id,
      isUrgent,
    ])
    return `report:${id}`
  }
  const claimed = async (hours: number, mediaId?: number) => {
    const { body } = await complainant(app).file({ mediaId })
    await run(`UPDATE takedowns SET opened_at = ${ago(hours)} WHERE id = $1`, [body.id])
    return `takedown:${body.id}`
  }
  const resembling = async (hours: number) => {
    const [id = 0] = await newItems(app, owner.id, 1)
    await run(`UPDATE media SET status = 'waiting', position = NULL WHERE id = $1`, [id])
    await run(`INSERT INTO look_alikes (media_id, created_at) VALUES ($1, ${ago(hours)})`, [id])
    return `look_alike:${id}`
  }
  const hasty = async () => {
    const [voter] = await quickVisitors(app, 1)
    const items = await newItems(app, owner.id, 30)
    await run(
      `WITH counter AS (UPDATE users SET votes_cast = 30 WHERE id = $1)
       INSERT INTO votes (user_id, media_id, is_hot, created_at)
       SELECT $1, id, n % 2 = 0, now() - n * interval '0.1 seconds' FROM unnest($2::bigint[]) WITH ORDINALITY AS item (id, n)`,
      [voter?.id, items],
    )
    return `outlier:fast:${voter?.id}`
  }
  return { app, owner, run, page, pages, reported, claimed, resembling, hasty }
}

describe('the review queue', () => {
  it('is empty on a new site', async () => {
    const { app, page } = await site()
    expect(await page()).toMatchObject({ body: [], total: 0 })
    expect((await operatorCall(app, 'GET /api/admin/queue-count')).body).toEqual({
      reports: 0,
      takedowns: 0,
      lookAlikes: 0,
      surges: 0,
      uploads: 0,
    })
  })

  it('lists urgent entries first, then by due date, and outliers last', async () => {
    const { app, page, pages, reported, claimed, resembling, hasty } = await site()
    const outlier = await hasty()
    const [young, old] = [await reported(1), await reported(30)]
    const [claim, overdue] = [await claimed(40), await claimed(60)]
    const likeness = await resembling(47)
    const urgent = await reported(0, true)
    const waiting = [urgent, overdue, old, likeness, claim, young]
    expect(await pages(100)).toEqual([waiting, [outlier]])
    expect((await pages(2)).flat()).toEqual([...waiting, outlier])
    expect((await page()).total).toBe(6)
    expect((await operatorCall(app, 'GET /api/admin/queue-count')).body).toEqual({
      reports: 3,
      takedowns: 2,
      lookAlikes: 1,
      surges: 0,
      uploads: 0,
    })
  })

  it('shows reasons, count, item and visibility of a report', async () => {
    const { app, owner, page, run } = await site()
    const [item = 0] = await newItems(app, owner.id, 1)
    const visitors = await quickVisitors(app, 3)
    for (const [n, { id, cookie }] of visitors.entries())
      await call(app, `POST /api/media/${item}/report`, {
        cookie,
        body: { userId: id, reason: n ? 'spam' : 'illegal' },
      })
    const reasons = [
      { reason: 'spam', count: 2 },
      { reason: 'illegal', count: 1 },
    ]
    const { body } = await page()
    expect(body).toMatchObject([
      { kind: 'report', isUrgent: true, isHidden: false, reasons, media: { id: item, username: owner.username } },
    ])
    await run('UPDATE reported_media SET is_hidden = true')
    await run('UPDATE media SET position = NULL')
    expect((await page()).body).toMatchObject([{ isHidden: true }])
    expect((await operatorCall(app, `POST /api/admin/reports/${item}`, { decision: 'keep' })).status).toBe(200)
    expect((await page()).body).toEqual([])
  })

  it('shows requests and look-alikes with their items until decided', async () => {
    const { app, owner, page, claimed, resembling } = await site()
    const [item = 0] = await newItems(app, owner.id, 1)
    await claimed(3, item)
    await resembling(1)
    const { body } = await page()
    expect(body).toMatchObject([
      { kind: 'takedown', takedown: { mediaId: item, status: 'pending' }, media: { id: item } },
      { kind: 'look_alike', lookAlike: { takedownId: null, media: { username: owner.username } } },
    ])
    const [id] = body.map((entry) => (entry.kind === 'takedown' ? entry.takedown.id : 0))
    const move = (status: string) => operatorCall(app, `PATCH /api/admin/dmca-takedowns/${id}`, { status })
    await move('reviewed')
    expect((await page()).body).toHaveLength(2)
    await move('rejected')
    expect((await page()).body).toMatchObject([{ kind: 'look_alike' }])
  })

  it('marks requests whose item is in the trash', async () => {
    const { app, owner, page, claimed } = await site()
    const [item = 0, other = 0] = await newItems(app, owner.id, 2)
    for (const id of [item, other]) await claimed(3, id)
    const told = async () => (await page()).body.map((entry) => entry.kind === 'takedown' && entry.isInTrash)
    expect(await told()).toEqual([false, false])
    expect((await operatorCall(app, `DELETE /api/admin/media/${item}`)).status).toBe(204)
    expect(await told()).toEqual([true, false])
    expect((await operatorCall(app, `DELETE /api/admin/trash/${item}`)).status).toBe(204)
    expect(await told()).toEqual([false, false])
  })

  it('hides a dismissed entry until an undo or for some days', async () => {
    const { app, pages, hasty, run } = await site()
    const outlier = await hasty()
    const dismiss = async (isDismissed: boolean) => {
      const body = { key: outlier.replace('outlier:', ''), isDismissed }
      expect((await operatorCall(app, 'POST /api/admin/dismissed-outliers', body)).status).toBe(204)
    }
    for (const _ of [1, 2]) await dismiss(true)
    expect(await pages(10)).toEqual([[], []])
    expect((await operatorCall<Outlier[]>(app, 'GET /api/admin/outliers')).body).toHaveLength(1)
    for (const _ of [1, 2]) await dismiss(false)
    expect(await pages(10)).toEqual([[], [outlier]])
    await dismiss(true)
    await run(`UPDATE dismissed_outliers SET dismissed_at = now() - interval '8 days'`)
    expect(await pages(10)).toEqual([[], [outlier]])
    expectError(await operatorCall(app, 'POST /api/admin/dismissed-outliers', { key: '<b>', isDismissed: true }), 400)
  })

  it('logs each dismissal with only the label of the network', async () => {
    const { app } = await site()
    const network = '0123456789abcdef'.repeat(2)
    for (const [key, isDismissed] of [
      [`item_network:7:${network}`, true],
      ['burst:8', false],
      [`item_network:7:${network}`, false],
    ])
      expect(
        (await operatorCall(app, 'POST /api/admin/dismissed-outliers', { key, isDismissed })).status,
        String(key),
      ).toBe(204)
    expect(await listAudit(app)).toMatchObject([
      { event: 'OUTLIER_DISMISSED', actor: 'operator', context: { outlier: 'item_network:7:0123' } },
      { event: 'OUTLIER_LISTED_AGAIN', actor: 'operator', context: { outlier: 'item_network:7:0123' } },
    ])
  })

  it('leaves out voters as soon as their votes are set aside', async () => {
    const { app, pages, hasty } = await site()
    const [first, second] = [await hasty(), await hasty()]
    const body = { kind: 'voter', userId: Number(first.split(':').at(-1)) }
    expect((await startAsOperator(app, 'POST /api/admin/set-votes-aside', body)).status).toBe(202)
    expect(await pages(10)).toEqual([[], [second]])
  })

  it('refuses an invalid cursor', async () => {
    const { app } = await site()
    const odd = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of ['x', odd({}), odd({ rank: 1, due: 'x', kind: 'report', id: 1 }), odd({ outliers: 'x' })])
      expectError(await operatorCall(app, `GET /api/admin/queue?cursor=${cursor}`), 400, 'invalid_request')
  })
})
