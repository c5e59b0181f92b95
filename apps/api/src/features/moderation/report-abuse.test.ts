import { describe, expect, it } from 'vitest'
import { quickVisitor, visitorFrom } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { reportsOn } from '../../../test/make/moderation.ts'

const app = await testApp({ TRUST_PROXY: '1' })
const owner = await quickVisitor(app)
const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
const { fromElsewhere, report, reported, decide, isShown, queued } = reportsOn(app)

describe('reports by a few people', () => {
  it('hide nothing when their sessions or calls use one network', async () => {
    const item = await newItem()
    const sessions = [await fromElsewhere(), await fromElsewhere(), await fromElsewhere()]
    for (const { id, cookie } of sessions) {
      const from = { id, cookie, headers: { 'x-forwarded-for': '10.202.0.1' } }
      expect((await report(from, item)).status).toBe(204)
    }
    expect(await isShown(item)).toBe(true)
    const [other, neighbours] = [await newItem(), [1, 2, 3].map((n) => visitorFrom(app, `10.203.0.${n}`))]
    for (const [n, { id, cookie }] of (await Promise.all(neighbours)).entries())
      await report({ id, cookie, headers: { 'x-forwarded-for': `10.204.${n}.1` } }, other)
    expect(await isShown(other)).toBe(true)
  })

  it('are ignored from networks that reported before the decision to keep', async () => {
    const item = await newItem()
    const addresses = ['10.205.0.1', '10.206.0.1', '10.207.0.1']
    const reportFromAll = async () => {
      for (const address of addresses) expect((await report(await visitorFrom(app, address), item)).status).toBe(204)
    }
    await reportFromAll()
    expect(await isShown(item)).toBe(false)
    for (let round = 0; round < 2; round += 1) {
      await decide(item, 'keep')
      await reportFromAll()
      expect(await isShown(item)).toBe(true)
      expect(await queued(item)).toMatchObject({ reasons: [{ reason: 'spam', count: 3 }] })
    }
    await reported(item, 2)
    expect(await isShown(item)).toBe(true)
    await reported(item, 1)
    expect(await isShown(item)).toBe(false)
  })
})

describe('the daily limit of hidden items', async () => {
  const other = await testApp({ TRUST_PROXY: '1' })
  const on = reportsOn(other)
  const items = await newItems(other, (await quickVisitor(other)).id, 31)
  const setRules = (rules: object) => operatorCall(other, 'POST /api/admin/report-config', rules)
  const countHidden = async (ids: number[]) =>
    (await Promise.all(ids.map(on.isShown))).filter((isShown) => !isShown).length
  await setRules({ hideAfter: 1, hideShare: 70 })

  it('hides the configured share and queues the rest, except for illegal content', async () => {
    const [gravest = 0, late = 0, ...others] = items
    for (const item of others.slice(0, 21)) await on.reported(item, 1)
    expect(await countHidden(others.slice(0, 21))).toBe(21)
    // The limit is 70 % of 31 items, so a 22nd item can still be hidden.
    await on.reported(others[21] ?? 0, 1)
    await on.reported(late, 2)
    expect([await countHidden(others), await on.isShown(late)]).toEqual([22, true])
    expect(await on.queued(late)).toMatchObject({ isHidden: false, reasons: [{ count: 2 }] })
    await on.reported(gravest, 1, 'illegal')
    expect(await on.isShown(gravest)).toBe(false)
  })

  it('hides at least twenty items a day, counting items that were kept since', async () => {
    const { db: own } = other.deps
    const waiting = items.at(-1) ?? 0
    const [first = 0] = items.slice(2)
    expect((await on.decide(first, 'keep')).status).toBe(200)
    await on.reported(waiting, 1)
    expect(await on.isShown(waiting)).toBe(true)
    await setRules({ hideAfter: 1, hideShare: 0 })
    const older = `UPDATE reported_media SET hidden_at = now() - interval '25 hours' WHERE media_id <> ALL ($1::bigint[])`
    await own.query({ text: older }, [items.slice(2, 21)])
    await on.reported(waiting, 1)
    expect(await on.isShown(waiting)).toBe(false)
    const last = items.at(-2) ?? 0
    await on.reported(last, 1)
    expect(await on.isShown(last)).toBe(true)
  })
})
