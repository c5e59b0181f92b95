import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../src/platform/db/migrate.ts'
import { afterUse } from '../app/after-use.ts'
import { call, type QuickVisitor, quickVisitor } from '../app/call.ts'
import { expectExactCounts, queryCount } from '../app/database.ts'
import { operatorCall } from '../app/operator.ts'
import { newDataDir, runCommand } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { connectTo, production } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { openConnection } from '../app/template-server.ts'
import { type TestApp, testDatabase } from '../app/test-app.ts'
import { withWorker } from '../app/worker.ts'
import { download, sheetsIn } from '../make/exports.ts'
import { rateAll, sorted } from '../make/items.ts'
import { afterTrashDays, setAsides } from '../make/moderation.ts'
import { broken, usedSite } from '../make/used-site.ts'

const queryOnce = async <Row>(url: string, text: string, values?: unknown[]) => {
  const { query, end } = await openConnection(url)
  return query<Row>(text, values).finally(end)
}

const urlWith = (url: string, parts: Partial<Record<'host' | 'port' | 'pathname', string | number>>) => {
  const { host, port, pathname } = parts
  const made = new URL(url)
  if (host !== undefined) made.hostname = String(host)
  if (port !== undefined) made.port = String(port)
  if (pathname !== undefined) made.pathname = String(pathname)
  return made.href
}

const KEYS = ['media_id_media', 'user_id_users'].flatMap((key) => [`views_${key}_id_fk`, `votes_${key}_id_fk`]).sort()
const LISTS = [
  'overview',
  'media',
  'users',
  'trash',
  'queue',
  'outliers',
  'set-asides',
  'health',
  'inactive-accounts-count',
  'find-duplicates',
  'media-totals',
  'user-totals',
  'synthetic-votes',
  'list-bucket-files',
]

describe('pnpm distribute', PROCESSES, () => {
  it('refuses a database without Citus', async () => {
    const { url, drop } = await testDatabase()
    const refused = await runCommand('distribute', [], production(url))
    await drop()
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('CREATE EXTENSION citus') })
  })
})

const newCluster = async (clusterUrl: string) => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const text = 'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0'
  const workers = await queryOnce<{ host: string; port: number }>(clusterUrl, text)
  const urls = [clusterUrl, ...workers.map((worker) => urlWith(clusterUrl, worker))]
  const [url = ''] = urls.map((one) => urlWith(one, { pathname: name }))
  afterUse(async () => {
    for (const one of urls) await queryOnce(one, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  for (const one of urls) {
    await queryOnce(one, `CREATE DATABASE ${name}`)
    await queryOnce(urlWith(one, { pathname: name }), 'CREATE EXTENSION citus')
  }
  for (const { host, port } of workers) await queryOnce(url, 'SELECT citus_add_node($1, $2)', [host, port])
  await migrateDatabase(url)
  return url
}

const life = (clusterUrl: string) => {
  let distributed: Awaited<ReturnType<typeof runCommand>>
  let site: Awaited<ReturnType<typeof usedSite>>
  let app: TestApp
  let visitor: QuickVisitor

  beforeAll(async () => {
    const url = await newCluster(clusterUrl)
    distributed = await runCommand('distribute', [], production(url))
    site = await usedSite({ DATABASE_URL: url })
    app = site.app
    visitor = await quickVisitor(app)
    await withWorker(app)
  }, PROCESSES.timeout)

  const answer = async (route: `${string} ${string}`, { cookie }: { cookie: string }) => {
    const { status, text, body } = await call<unknown>(app, route, { cookie })
    expect(status, text).toBe(200)
    return body
  }

  it('distributes votes and views once, without foreign keys', async () => {
    expect(distributed.err).toBe('')
    expect(distributed.out.match(/(?<=dropped +)\w+/g)?.sort()).toEqual(KEYS)
    expect(await queryCount(app.deps.db, 'SELECT count(DISTINCT colocationid) FROM pg_dist_partition')).toBe(1)
  })

  it('shows a visitor every item once, and again after an undo', async () => {
    const shown = site.items.slice(0, 3)
    expect(sorted(await rateAll(visitor))).toEqual(shown)
    for (const item of shown) expect((await visitor.view(item)).status).toBe(204)
    const [item = 0] = shown
    expect((await visitor.vote(item)).status).toBe(409)
    expect((await visitor.undo(item)).status).toBe(200)
    expect((await visitor.next()).body.id).toBe(item)
    expect((await visitor.vote(item)).status).toBe(201)
    await expectExactCounts(app.deps.db)
  })

  it('shows results of items to the owner and the operator', async () => {
    const stats = await answer(`GET /api/users/${site.owner.id}/stats`, site.owner)
    expect(stats).toMatchObject({ totalVotes: 12, totalViews: 12 })
    expect(await answer(`GET /api/users/${visitor.id}/data`, visitor)).toMatchObject({ votes: { length: 3 } })
    const votes = await operatorCall<unknown[]>(app, `GET /api/admin/users/${visitor.id}/votes`)
    expect(votes.body).toHaveLength(3)
  })

  it.each(LISTS)("answers the operator's call for %s", async (list) => {
    const { status, text } = await operatorCall(app, `GET /api/admin/${list}`)
    expect(status, text).toBe(200)
  })

  it('exports every vote', async () => {
    const { bytes } = await download(app, '/api/admin/export-votes')
    const [sheet] = await sheetsIn(bytes)
    expect(sheet?.rows).toHaveLength(13)
  })

  it('excludes votes from the totals while their voter is set aside', async () => {
    const { setAside, countAgain, newest, totals } = setAsides(app)
    const [item = 0] = site.items
    const before = await totals(item)
    await setAside({ kind: 'voter', userId: visitor.id })
    expect(await totals(item)).not.toEqual(before)
    await countAgain((await newest())?.id)
    expect(await totals(item)).toEqual(before)
  })

  it('passes a checkup', async () => {
    await expectExactCounts(app.deps.db)
    expect(broken(await site.look())).toEqual({})
  })

  it('finds a vote without its item and restores a backup without it', async () => {
    const { databaseUrl, secret } = app.deps.config
    await site.run(`INSERT INTO votes (user_id, media_id, is_hot) VALUES (${visitor.id}, 987654, true)`)
    expect(broken(await site.look())).toMatchObject({
      'Votes and views': [`user ${visitor.id} voted on item 987654, but the user or the item no longer exists`],
    })
    const file = join(newDataDir(), 'site.tar')
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir, SECRET: secret, ADMIN_PASSWORD }
    expect(await runCommand('backup', [file], env)).toMatchObject({ code: 0, err: '' })
    await site.run('DELETE FROM votes WHERE media_id = 987654')
    const { url, drop } = await testDatabase('template0')
    afterUse(drop)
    expect(await runCommand('restore', [file], { ...production(url), SECRET: secret })).toMatchObject({ code: 0 })
    expect(await queryCount(connectTo(url), 'SELECT count(*) FROM votes')).toBe(12)
  })

  it('erases votes with their item and with their account', async () => {
    const [, deleted = 0] = site.items
    const count = (where: string) => queryCount(app.deps.db, `SELECT count(*) FROM votes WHERE ${where}`)
    expect((await operatorCall(app, 'POST /api/admin/delete-media', { mediaIds: [deleted] })).status).toBe(200)
    await afterTrashDays(app)
    await expect.poll(() => count(`media_id = ${deleted}`), SOON).toBe(0)
    const { id, cookie } = visitor
    expect((await call(app, `DELETE /api/users/${id}`, { cookie })).status).toBe(204)
    await expect.poll(() => queryCount(app.deps.db, `SELECT count(*) FROM users WHERE id = ${id}`), SOON).toBe(0)
    expect(await count(`user_id = ${id}`)).toBe(0)
    await expectExactCounts(app.deps.db)
  })

  it('purges visitors who only viewed items', async () => {
    const idle = await quickVisitor(app)
    expect((await idle.view(site.items[0] ?? 0)).status).toBe(204)
    await site.run(`UPDATE sessions SET seen_at = seen_at - interval '61 minutes'`)
    expect((await operatorCall(app, 'POST /api/admin/purge-inactive-accounts')).status).toBe(200)
    expect(await queryCount(app.deps.db, `SELECT count(*) FROM users WHERE id = ${idle.id}`)).toBe(0)
    await expectExactCounts(app.deps.db)
  })

  it('populates votes', async () => {
    const { status, text } = await operatorCall(app, 'POST /api/admin/populate-votes?minVotes=2&maxVotes=2')
    expect(status, text).toBe(200)
    await expectExactCounts(app.deps.db)
  })

  it('is empty after a reset', async () => {
    const { status, text } = await operatorCall(app, 'POST /api/admin/reset-database')
    expect(status, text).toBe(200)
    expect(await queryCount(app.deps.db, 'SELECT (SELECT count(*) FROM votes) + (SELECT count(*) FROM users)')).toBe(0)
    expect(broken(await site.look())).toEqual({})
  })
}

const url = process.env.TEST_CITUS_URL
if (url) describe('a site on a Citus cluster', PROCESSES, () => life(url))
else it('a site on a Citus cluster', ({ skip }) => skip('TEST_CITUS_URL is not set'))
