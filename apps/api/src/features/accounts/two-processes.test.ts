import { expect, it } from 'vitest'
import { quickVisitor, readCookie } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { runServer } from '../../../test/app/server-process.ts'
import { production, withLongTimeouts } from '../../../test/app/site.ts'
import { PROCESSES, SOON } from '../../../test/app/soon.ts'
import {
  appWithMail,
  arrive,
  askToSave,
  codeIn,
  newAddress,
  openLink,
  pressButton,
  readSessionCookie,
  saveAs,
  tokenTo,
} from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'

it('accepts a link once across two processes and logs no secret', PROCESSES, async () => {
  const { app, mailbox } = await appWithMail()
  const other = await runServer({ ...production(app.deps.config.databaseUrl), ROLE: 'web', LOG_LEVEL: 'trace' })
  const visitor = await quickVisitor(other)
  const email = newAddress()
  const requested = await askToSave(other, visitor, email)
  expect(requested.status, requested.text).toBe(200)
  const token = await tokenTo({ app, mailbox }, email)
  await openLink(other, token)
  const presses = Array.from({ length: 20 }, (_, n) => pressButton(n % 2 ? app : other, token, { accept: '*/*' }))
  const replies = await Promise.all(presses)
  expect(replies.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(410)])
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM sessions WHERE user_id = $1', [visitor.id])).toBe(1)
  const [used] = replies.filter(({ status }) => status === 303)
  if (!used) throw new Error('Nobody got in')
  const saved = await arrive(other, used)
  expect(saved).toMatchObject({ id: visitor.id, email })

  other.signal('SIGTERM')
  expect(await other.exited).toBe(0)
  const log = other.output.out + other.output.err
  expect(log).toContain('/api/auth/verify')
  const nonce = readCookie(requested).slice('hv_link='.length)
  const secrets = [token, nonce, codeIn(used), saved.sessionId, visitor.sessionId, email]
  const cookies = [visitor.cookie, saved.cookie, readSessionCookie(used)].map((pair) =>
    pair.slice('hv_session='.length),
  )
  for (const secret of [...secrets, ...cookies]) expect(log).not.toContain(secret)
})

it('keeps the link valid when the process is killed during a merge', PROCESSES, async () => {
  const site = await appWithMail()
  const { app } = site
  const { db } = app.deps
  const dying = await runServer({ ...withLongTimeouts(app.deps.config.databaseUrl), ROLE: 'web' })
  const email = newAddress()
  const account = await saveAs(site, await quickVisitor(app), email)
  const visitor = await quickVisitor(app)
  const items = await newItems(app, (await quickVisitor(app)).id, 5)
  for (const item of items) await visitor.vote(item)
  await newItems(app, visitor.id, 2)
  expect((await askToSave(app, visitor, email)).status).toBe(200)
  const token = await tokenTo(site, email)

  // The lock on the account stops the merge before its last steps.
  const holder = await db.pool.connect()
  await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
  await holder.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [account.id])
  const pressed = pressButton(dying, token).then(
    () => 'answered',
    () => 'cut off',
  )
  await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
  dying.signal('SIGKILL')
  expect(await dying.exited).toBe('SIGKILL')
  expect(await pressed).toBe('cut off')
  await holder.query('ROLLBACK')
  holder.release()

  await expectExactCounts(db)
  expect(await queryCount(db, 'SELECT count(*) FROM votes WHERE user_id = $1', [visitor.id])).toBe(5)
  expect(await queryCount(db, 'SELECT count(*) FROM votes WHERE user_id = $1', [account.id])).toBe(0)
  expect((await visitor.next()).status).toBe(404)
  expect(await arrive(app, await pressButton(app, token))).toMatchObject({ id: account.id })
  expect(await queryCount(db, 'SELECT count(*) FROM votes WHERE user_id = $1', [account.id])).toBe(5)
  expect(await queryCount(db, 'SELECT count(*) FROM media WHERE owner_id = $1', [account.id])).toBe(2)
  expect(await queryCount(db, 'SELECT count(*) FROM users WHERE id = $1', [visitor.id])).toBe(0)
  await expectExactCounts(db)
})
