import { channel } from 'node:diagnostics_channel'
import { mkdir, open } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { quickVisitor } from '../../test/call.ts'
import { countOf } from '../../test/counts.ts'
import { OPERATOR } from '../../test/credentials.ts'
import { newItems } from '../../test/items.ts'
import { SOON } from '../../test/soon.ts'
import { testApp } from '../../test/test-app.ts'

/** More bytes than the system holds for a reader who takes none. */
const MUCH = 24 * 1024 * 1024
const KEY = '2026/11/01hzzzzzzzzzzzzzzzzzzzzzzz-original.png'
/** Of a file that is read at once. */
const SMALL_KEY = KEY.replace('original', 'thumb')

/** It is filled by large statements, on a machine however busy. */
const app = await testApp({ DATABASE_STATEMENT_TIMEOUT: '60000', DATABASE_LOCK_TIMEOUT: '60000' })
const { db, tempDir } = app.deps
const visitor = await quickVisitor(app)

const fileAt = async (path: string, bytes = MUCH) => {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
}
const inMedia = (key: string, bytes = MUCH) => fileAt(join(app.dataDir, 'media', key), bytes)

const trashed = async () => {
  const [id] = await newItems(app, visitor.id, 1)
  const key = `trash/x1/${KEY}`
  const text = `UPDATE media SET status = 'trashed', position = NULL, trashed_at = now(), trashed_by = 'operator',
    original_key = $2, mime_type = 'image/png' WHERE id = $1`
  await db.query({ text }, [id, key])
  await inMedia(key)
  return id
}

const leaveEmails = async () => {
  const text = `INSERT INTO captured_emails (email, user_id)
    SELECT n || repeat('x', 2000) || '@example.com', $1 FROM generate_series($2::int, $2 + 999) n`
  for (let first = 1; first <= 12_000; first += 1000) await db.query({ text }, [visitor.id, first])
}

const fillLog = async () => {
  const text = `INSERT INTO audit_log (event, actor, context)
    SELECT 'made', 'system', jsonb_build_object('text', repeat('x', 10000)) FROM generate_series(1, 400)`
  for (let batch = 0; batch < 6; batch++) await db.query({ text })
}

/** The connections that the site takes from now on. */
const takenConnections = () => {
  const taken: Socket[] = []
  const note = (message: unknown) => void taken.push((message as { socket: Socket }).socket)
  channel('net.server.socket').subscribe(note)
  afterUse(() => void channel('net.server.socket').unsubscribe(note))
  return taken
}

const waitingForLock = () =>
  countOf(db, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)

/** The connection waits for its reader, and is closed after a minute of that. */
const expectCut = async (taken: Socket[]) => {
  // The system takes what it can at once: bytes are left only when it has no room for more.
  await expect.poll(() => taken[0]?.writableLength, SOON).toBeGreaterThan(0)
  expect(taken[0]?.timeout).toBe(60_000)
  // As if it were over.
  taken[0]?.emit('timeout')
  await expect.poll(() => taken[0]?.destroyed, SOON).toBe(true)
}

const item = await trashed()
await inMedia(KEY)
await inMedia(SMALL_KEY, 200_000)
await fileAt(join(tempDir, 'votes-export-7.xlsx'))
await leaveEmails()
await fillLog()

it.each([
  { what: 'a picture', path: `/media/${KEY}` },
  { what: 'a picture in the trash', path: `/api/admin/trash/${item}/original` },
  { what: 'a spreadsheet', path: '/api/admin/export-votes?operation=7' },
  { what: 'captured addresses', path: '/api/admin/captured-emails?export=true' },
  { what: 'the audit log', path: '/api/admin/audit-logs?export=true' },
  { what: 'personal data', path: `/api/users/${visitor.id}/data` },
])('who asks for $what and takes no byte of it holds nothing for longer than a minute', async ({ path }) => {
  const { hostname, port } = new URL(app.baseUrl)
  const taken = takenConnections()
  const headers = { ...OPERATOR, cookie: visitor.cookie }
  const asking = request({ hostname, port, path, headers, agent: false }).end()
  asking.on('error', () => undefined)
  // Without a listener the answer would be read all the same.
  asking.on('response', (answer) => void answer.pause())
  afterUse(() => void asking.destroy())
  await expectCut(taken)
  const open = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
  await expect.poll(() => countOf(db, open), SOON).toBe(0)
})

it.each([
  { what: 'a small picture', path: `/media/${SMALL_KEY}` },
  { what: 'data', path: '/api/openapi.json' },
  { what: 'a file of the page', path: '/share.png' },
])('who asks for $what again and again and takes none holds nothing for longer than a minute', async ({ path }) => {
  const { hostname, port } = new URL(app.baseUrl)
  const size = (await (await fetch(app.baseUrl + path)).bytes()).length
  const taken = takenConnections()
  const asking = connect({ host: hostname, port: Number(port) })
  asking.on('error', () => undefined)
  afterUse(() => void asking.destroy())
  asking.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(Math.ceil(MUCH / size)))
  await expectCut(taken)
})

it('a connection whose answer was taken rests as long as the server lets it', async () => {
  const { hostname, port } = new URL(app.baseUrl)
  const taken = takenConnections()
  const asking = connect({ host: hostname, port: Number(port) })
  afterUse(() => void asking.destroy())
  let answer = ''
  asking.on('data', (bytes) => {
    answer += bytes
  })
  asking.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => answer, SOON).toContain('"ok"')
  // Without a limit here.
  await expect.poll(() => taken[0]?.timeout, SOON).toBe(0)
})

it('who waits for an answer that is still being made keeps waiting', async () => {
  const holder = await db.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [visitor.id])
  const taken = takenConnections()
  const { hostname, port } = new URL(app.baseUrl)
  const headers = { cookie: visitor.cookie, 'Content-Type': 'application/json' }
  const asking = request({ hostname, port, path: `/api/users/${visitor.id}`, method: 'PATCH', headers, agent: false })
  const answered = new Promise<number | undefined>((done, fail) => {
    asking.on('response', (answer) => done(answer.statusCode)).on('error', fail)
  })
  asking.end(JSON.stringify({ username: 'Ada the patient' }))
  await expect.poll(() => waitingForLock(), SOON).toBe(1)
  taken[0]?.emit('timeout')
  await holder.query('ROLLBACK')
  holder.release()
  expect(await answered).toBe(200)
})
