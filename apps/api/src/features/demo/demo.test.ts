import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operatorCall } from '../../../test/app/operator.ts'
import { newVisitor, type TestApp, testApp } from '../../../test/app/test-app.ts'
import { addDemoCollection } from './demo.service.ts'

type Row = { id: number; name: string; ownerId: number; mimeType: string; votes: number; views: number }

const visibleItems = ({ deps }: TestApp) => {
  const text = `SELECT id, original_name AS name, owner_id AS "ownerId", mime_type AS "mimeType",
    hot_votes + not_votes AS votes, views FROM media WHERE status = 'ready' ORDER BY position`
  return deps.db.query<Row>({ text })
}

const fill = (app: TestApp) => addDemoCollection(app.deps, new AbortController().signal)

const fillUntil = (app: TestApp, count: number) => {
  const stop = new AbortController()
  let items = 0
  const onVisible = () => {
    items++
    if (items === count) stop.abort()
  }
  return addDemoCollection(app.deps, stop.signal, onVisible).then(
    () => 'done',
    () => 'stopped',
  )
}

describe('a site that nobody has used', () => {
  it('adds 24 rated pictures and 2 clips once, even when it is interrupted', async () => {
    const app = await testApp()
    const memory = join(app.dataDir, 'demo.json')
    expect(await fillUntil(app, 2)).toBe('stopped')
    expect((await stat(memory)).mode & 0o077).toBe(0)
    expect(await readFile(memory, 'utf8')).toContain('sessions')
    const before = await visibleItems(app)
    const visitor = await newVisitor(app)
    expect((await visitor.next()).status).toBe(200)

    await fill(app)
    const rows = await visibleItems(app)
    expect(rows.slice(0, before.length)).toEqual(before)
    expect(rows).toHaveLength(26)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(26)
    expect(rows.filter(({ mimeType }) => mimeType === 'video/mp4')).toHaveLength(2)
    const owners = new Set(rows.map(({ ownerId }) => ownerId))
    expect(owners.size).toBe(4)
    expect(owners).not.toContain(visitor.id)
    for (const { name, votes, views } of rows) expect([votes > 4, views], name).toEqual([true, votes])
    expect(await readFile(memory, 'utf8')).not.toContain('sessions')
    expect((await operatorCall(app, 'GET /api/admin/outliers')).body).toEqual([])

    for (const { id } of rows.slice(0, 3))
      expect((await operatorCall(app, `DELETE /api/admin/media/${id}`)).status).toBe(204)
    const afterDeletion = await visibleItems(app)
    await fill(app)
    expect(afterDeletion).toHaveLength(23)
    expect(await visibleItems(app)).toEqual(afterDeletion)
  }, 300_000)
})

describe('a site in use', () => {
  it('gets nothing', async () => {
    const app = await testApp()
    const visitor = await newVisitor(app)
    const text = `UPDATE users SET created_at = now() - interval '1 hour' WHERE id = $1`
    await app.deps.db.query({ text }, [visitor.id])
    await fill(app)
    expect(await visibleItems(app)).toEqual([])
  })
})
