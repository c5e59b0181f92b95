import type { AuditEntry, ListedAuditEntry } from '@hotvote/shared/operator/audit'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { allPages, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { newTrashed } from '../../../test/make/moderation.ts'

const app = await testApp()
const EVENTS = ['ADMIN_DELETE_REQUEST', 'ADMIN_DELETE_COMPLETED', 'INACTIVE_USER_PURGE', 'DEPLOYMENT_STARTUP']
beforeEach(async () => {
  const { db } = app.deps
  await db.query({ text: 'TRUNCATE audit_log RESTART IDENTITY' })
  await db.query(
    {
      text: `
INSERT INTO audit_log (event, actor, request_id, context, created_at)
SELECT ($1::text[])[1 + n % 4], 'operator', 'request-' || n, jsonb_build_object('mediaId', n, 'why', '100%_sure'),
  timestamptz '2026-01-01 23:30+00' + n * interval '20 minutes'
FROM generate_series(1, 40) n`,
    },
    [EVENTS],
  )
})
const list = (query = '') => operatorCall<AuditEntry[]>(app, `GET /api/admin/audit-logs${query}`)

describe('the audit log', () => {
  it('shows actor, action, time and request of each entry, newest first', async () => {
    const { body, headers } = await list('?limit=2')
    expect(headers['x-total-count']).toBe('40')
    expect(body[0]).toEqual({
      id: 40,
      event: 'ADMIN_DELETE_REQUEST',
      timestamp: '2026-01-02T12:50:00.000Z',
      actor: 'operator',
      requestId: 'request-40',
      operator: null,
      context: { mediaId: 40, why: '100%_sure' },
      item: null,
      username: null,
    })
    const { entries } = await allPages<AuditEntry>(app, '/api/admin/audit-logs?limit=7')
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, n) => 40 - n))
  })

  it('names items and users unless their id is from before a reset', async () => {
    const owner = await quickVisitor(app)
    const [live] = await newItems(app, owner.id, 1)
    const [trashed] = await newTrashed(app, owner.id, 1)
    await app.deps.db.query(
      {
        text: `INSERT INTO audit_log (event, actor, context, created_at)
        SELECT 'MEDIA_RESTORED', 'operator', jsonb_build_object('mediaId', id, 'userId', $1::bigint), time
        FROM (VALUES ($2::bigint, now()), ($3, now()), ($2, now() - interval '1 day')) entry (id, time)`,
      },
      [owner.id, live, trashed],
    )
    const { body } = await operatorCall<ListedAuditEntry[]>(app, 'GET /api/admin/audit-logs?limit=3')
    const [older, inTrash, shown] = body
    expect(shown).toMatchObject({ item: { status: 'live' }, username: expect.any(String) })
    expect(inTrash).toMatchObject({ item: { status: 'trashed' }, username: shown?.username })
    expect(older).toMatchObject({ item: null, username: null })
  })

  it('finds entries by the names of their items and users', async () => {
    const owner = await quickVisitor(app)
    const [live] = await newItems(app, owner.id, 1)
    const { db } = app.deps
    // The other entries have ids of items, too.
    await db.query({ text: 'TRUNCATE audit_log RESTART IDENTITY' })
    await db.query({ text: `UPDATE media SET original_name = 'My Beach.jpg' WHERE id = $1` }, [live])
    await db.query(
      {
        text: `INSERT INTO audit_log (event, actor, context)
        VALUES ('MEDIA_RESTORED', 'operator', jsonb_build_object('mediaId', $1::bigint, 'userId', $2::bigint))`,
      },
      [live, owner.id],
    )
    const idsFound = async (search: string) => (await list(`?search=${search}`)).body.map(({ id }) => id)
    expect(await idsFound('my%20beach')).toEqual([1])
    expect(await idsFound(owner.username)).toEqual([1])
    expect((await operatorCall(app, 'GET /api/admin/audit-log-stats?search=beach.jpg')).body).toMatchObject({
      total: 1,
    })
  })

  it('filters by event, day and search text', async () => {
    expect((await list('?eventType=INACTIVE_USER_PURGE')).body.map(({ id }) => id % 4)).toEqual(Array(10).fill(2))
    expect((await list('?eventType=all')).headers['x-total-count']).toBe('40')
    expect((await list('?date=2026-01-01')).body.map(({ id }) => id)).toEqual([1])
    expect((await list('?search=REQUEST-7')).body.map(({ id }) => id)).toEqual([7])
    expect((await list('?search=%22mediaId%22:%2012')).body.map(({ id }) => id)).toEqual([12])
    expect((await list('?search=%25_')).headers['x-total-count']).toBe('40')
    expect((await list('?search=__')).body).toEqual([])
    expect((await list('?search=%22actor%22:%20%22OPERATOR%22,%22requestId%22:%22request-9%22')).body).toHaveLength(1)
    expect((await list('?eventType=DEPLOYMENT_STARTUP&date=2026-01-02&search=request-3')).body).toHaveLength(4)
  })

  it('counts purges, deletions and active days by the same filters', async () => {
    const stats = (query: string) => operatorCall(app, `GET /api/admin/audit-log-stats${query}`)
    expect((await stats('')).body).toEqual({ total: 40, purge: 10, delete: 20, daysActive: 2 })
    expect((await stats('?date=2026-01-01')).body).toEqual({ total: 1, purge: 0, delete: 1, daysActive: 1 })
  })

  it.each(['eventType=NOTHING', 'date=2026-02-30', 'limit=0', 'cursor=x', 'search=%00', 'export=1'])(
    'refuses %s',
    async (query) => {
      expectError(await list(`?${query}`), 400)
    },
  )

  it('exports all entries as a file and records the export', async () => {
    const { db } = app.deps
    const more = `INSERT INTO audit_log (event, actor) SELECT 'DEPLOYMENT_STARTUP', 'system' FROM generate_series(1, 2500)`
    await db.query({ text: more })
    const reply = await list('?export=true&eventType=DEPLOYMENT_STARTUP&limit=5')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="audit-logs-\d{4}-\d\d-\d\d\.json"$/)
    expect(reply.body).toHaveLength(2510)
    expect(new Set(reply.body.map(({ id }) => id)).size).toBe(2510)
    const [newest] = (await list('?limit=1')).body
    expect(newest).toMatchObject({ event: 'AUDIT_LOGS_EXPORTED', context: { eventType: 'DEPLOYMENT_STARTUP' } })
    expect((await list('?export=true&date=2020-01-01')).body).toEqual([])
  })

  it('records an export without its search text', async () => {
    await list('?export=true&search=ada%40example.com')
    const [newest] = (await list('?limit=1')).body
    expect(newest).toMatchObject({ event: 'AUDIT_LOGS_EXPORTED', context: { isSearch: true } })
    expect((await list('?search=ada%40example.com')).body).toEqual([])
  })

  it('rejects changes of its entries', async () => {
    const { db } = app.deps
    await expect(db.query({ text: 'DELETE FROM audit_log' })).rejects.toThrow(/only grows/)
    await expect(db.query({ text: `UPDATE audit_log SET actor = 'x'` })).rejects.toThrow(/only grows/)
  })
})
