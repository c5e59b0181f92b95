import { expect, it } from 'vitest'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { addDemoCollection } from './demo.service.ts'

type Row = { ownerId: number; mimeType: string; votes: number; views: number }

it('adds 24 rated pictures and 2 clips to a new site', async () => {
  const app = await testApp()
  let shown = 0
  await addDemoCollection(app.deps, new AbortController().signal, () => shown++)
  const text = `SELECT owner_id AS "ownerId", mime_type AS "mimeType", hot_votes + not_votes AS votes, views
    FROM media WHERE status = 'ready' ORDER BY position`
  const rows = await app.deps.db.query<Row>({ text })
  expect([rows.length, shown]).toEqual([26, 26])
  expect(rows.filter(({ mimeType }) => mimeType === 'video/mp4')).toHaveLength(2)
  expect(new Set(rows.map(({ ownerId }) => ownerId)).size).toBe(4)
  for (const { votes, views } of rows) expect([votes > 4, views]).toEqual([true, votes])
  expect((await operatorCall(app, 'GET /api/admin/outliers')).body).toEqual([])
}, 300_000)
