import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import {
  appWithMail,
  arrive,
  askToLogIn,
  askToSave,
  newAddress,
  pressButton,
  saveAs,
  sendDueMail,
  tokenTo,
} from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { eraseAccounts } from './account-deletion.service.ts'

const site = await appWithMail()
const { app, mailbox } = site
const { db } = app.deps

type Leaving = Pick<QuickVisitor, 'id' | 'cookie'>
const remove = ({ id, cookie }: Leaving, target: { baseUrl: string } = app) =>
  call(target, `DELETE /api/users/${id}`, { cookie })
const erase = () => eraseAccounts(app.deps, new AbortController().signal)
const count = (text: string, values: unknown[] = []) => queryCount(db, text, values)
const countUsers = (id: number) => count('SELECT count(*) FROM users WHERE id = $1', [id])

const hold = async (text: string, values: unknown[]) => {
  const holder = await db.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  await holder.query(text, values)
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}
const isWaiting = () =>
  expect.poll(
    () =>
      count(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND datname = current_database()`),
    SOON,
  )

/** A merge link into a saved account, blocked by a lock on an upload. */
const aboutToMerge = async () => {
  const email = newAddress()
  const account = await saveAs(site, await quickVisitor(app), email)
  const visitor = await quickVisitor(app)
  const [item] = await newItems(app, visitor.id, 2)
  expect((await askToSave(app, visitor, email)).status).toBe(200)
  const token = await tokenTo(site, email)
  return { account, visitor, token, free: await hold('SELECT FROM media WHERE id = $1 FOR UPDATE', [item]) }
}

describe('a deleted account', () => {
  it('keeps no simultaneous vote and leaves all totals exact', async () => {
    const [owner, ...voters] = (await quickVisitors(app, 13)) as [QuickVisitor, ...QuickVisitor[]]
    const items = await newItems(app, owner.id, 20)
    const answers = await Promise.all(
      voters.flatMap((voter, n) => [
        ...items.map((item) => voter.vote(item)),
        ...items.map((item) => voter.view(item)),
        ...(n % 2 ? [remove(voter)] : []),
      ]),
    )
    for (const { status, text } of answers) expect([201, 204, 401], text).toContain(status)
    await erase()
    await erase()
    for (const voter of voters) expect(await countUsers(voter.id)).toBe(voters.indexOf(voter) % 2 ? 0 : 1)
    await expectExactCounts(db)
    expect((await remove(owner)).status).toBe(204)
    await erase()
    expect(await count('SELECT count(*) FROM votes')).toBe(0)
  })

  it('refuses an upload in progress and removes its files', async () => {
    const leaving = await quickVisitor(app)
    const picture = await quarters(16, 16).png().toBuffer()
    const free = await hold('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [leaving.id])
    const uploading = upload(app, leaving, filePart(picture))
    await isWaiting().toBe(1)
    const removing = remove(leaving)
    await isWaiting().toBe(2)
    await free()
    const [uploaded, removed] = await Promise.all([uploading, removing])
    expect(removed.status, removed.text).toBe(204)
    // Either request may win.
    if (uploaded.status !== 201) expectError(uploaded, [401, 503])
    expect(await count(`SELECT count(*) FROM media WHERE owner_id = $1 AND position IS NOT NULL`, [leaving.id])).toBe(0)
    await erase()
    expect(await countUsers(leaving.id)).toBe(0)
    expect(await count('SELECT count(*) FROM media WHERE owner_id = $1', [leaving.id])).toBe(0)
  })

  it('ignores earlier links and cancels waiting emails', async () => {
    const email = newAddress()
    const saved = await saveAs(site, await quickVisitor(app), email)
    expect((await askToLogIn(app, email)).status).toBe(200)
    const token = await tokenTo(site, email)
    expect((await askToLogIn(app, email)).status).toBe(200)
    expect((await remove(saved)).status).toBe(204)

    const opened = await pressButton(app, token)
    expect(opened.headers.location).toBe('/?error=invalid-token')
    const sent = mailbox.all().length
    await sendDueMail(app, { now: true })
    expect(mailbox.all()).toHaveLength(sent)
    expect(await count(`SELECT count(*) FROM audit_log WHERE event = 'MAIL_NOT_DELIVERED'`)).toBe(0)
    expect((await saveAs(site, await quickVisitor(app), email)).id).not.toBe(saved.id)
    await erase()
    expect(await countUsers(saved.id)).toBe(0)
  })

  it('keeps a visitor whose merge into the account is in progress', async () => {
    const { account, visitor, token, free } = await aboutToMerge()
    const pressing = pressButton(app, token)
    await isWaiting().toBe(1)
    expect((await remove(account)).status).toBe(204)
    await free()
    expect((await pressing).status).toBe(503)
    expect((await arrive(app, await pressButton(app, token))).id).toBe(visitor.id)
    await erase()
    expect(await countUsers(account.id)).toBe(0)
    expect(await count('SELECT count(*) FROM media WHERE owner_id = $1', [visitor.id])).toBe(2)
    await expectExactCounts(db)
  })
})
