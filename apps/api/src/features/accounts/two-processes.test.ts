import { expect, it } from 'vitest'
import { cookieOf, quickVisitor } from '../../../test/call.ts'
import { countOf } from '../../../test/counts.ts'
import {
  arrive,
  askToSave,
  codeIn,
  newAddress,
  openLink,
  pressButton,
  sessionCookieOf,
  tokenTo,
} from '../../../test/links.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { startServer } from '../../../test/server-process.ts'
import { production } from '../../../test/site.ts'
import { testApp } from '../../../test/test-app.ts'

it('a link works once over two processes, and neither it nor its code, cookie or address is logged', async () => {
  const mailbox = await openMailbox()
  const app = await testApp({ SMTP_URL: mailbox.url })
  const other = await startServer({ ...production(app.deps.config.databaseUrl), ROLE: 'web', LOG_LEVEL: 'trace' })
  await other.running
  const visitor = await quickVisitor(other)
  const email = newAddress()
  const asked = await askToSave(other, visitor, email)
  expect(asked.status, asked.text).toBe(200)
  const token = await tokenTo({ app, mailbox }, email)
  await openLink(other, token)
  const presses = Array.from({ length: 20 }, (_, n) => pressButton(n % 2 ? app : other, token, { accept: '*/*' }))
  const replies = await Promise.all(presses)
  expect(replies.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(410)])
  expect(await countOf(app.deps.db, 'SELECT count(*) FROM sessions WHERE user_id = $1', [visitor.id])).toBe(1)
  const [used] = replies.filter(({ status }) => status === 303)
  if (!used) throw new Error('Nobody got in')
  const saved = await arrive(other, used)
  expect(saved).toMatchObject({ id: visitor.id, email })

  other.signal('SIGTERM')
  expect(await other.exited).toBe(0)
  const log = other.output.out + other.output.err
  expect(log).toContain('/api/auth/verify')
  const nonce = cookieOf(asked).slice('hv_link='.length)
  const secrets = [token, nonce, codeIn(used), saved.sessionId, visitor.sessionId, email]
  const cookies = [visitor.cookie, saved.cookie, sessionCookieOf(used)].map((pair) => pair.slice('hv_session='.length))
  for (const secret of [...secrets, ...cookies]) expect(log).not.toContain(secret)
})
