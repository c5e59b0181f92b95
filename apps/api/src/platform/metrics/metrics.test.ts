import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { JOB_TABLE } from '../../../test/app/job-table.ts'
import { OPERATOR } from '../../../test/app/settings.ts'
import { PROCESSES, SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { sendDueMail } from '../../../test/fakes/mailbox.ts'
import { parseSamples } from '../../../test/make/exports.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { openReadiness } from '../http/probes.ts'
import { openScrape } from './metrics-router.ts'

const METRICS_TOKEN = 'sixteen-or-more-characters'
const READER = { authorization: `Bearer ${METRICS_TOKEN}` }
const scrape = (app: { baseUrl: string }, headers: Record<string, string> = READER) =>
  call(app, 'GET /metrics', { headers })

describe('GET /metrics', () => {
  it('is available to the token and the operator only', async () => {
    const app = await testApp({ METRICS_TOKEN })
    const { cookie } = await quickVisitor(app)
    const basic = `Basic ${Buffer.from(`admin:${METRICS_TOKEN}`).toString('base64')}`
    expectError(await scrape(app, {}), 401, 'not_operator')
    expectError(await scrape(app, { cookie }), 401, 'not_operator')
    for (const authorization of [`Bearer ${METRICS_TOKEN}x`, 'Bearer', METRICS_TOKEN, basic])
      expectError(await scrape(app, { authorization }), 401, 'not_operator')
    for (const headers of [READER, { authorization: READER.authorization.replace('B', 'b') }, OPERATOR]) {
      const { status, headers: answered } = await scrape(app, headers)
      expect(status).toBe(200)
      expect(answered['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
      expect(answered['cache-control']).toBe('no-store')
    }
  })

  it('uses only one connection at a time', async () => {
    const { deps } = await testApp({ METRICS_TOKEN })
    let [busy, most] = [0, 0]
    deps.db.pool.on('acquire', () => {
      busy++
      most = Math.max(most, busy)
    })
    deps.db.pool.on('release', () => {
      busy--
    })
    expect(await openScrape(deps, openReadiness(deps))()).toContain('hotvote_queue_jobs')
    expect(most).toBe(1)
  })

  it('answers 404 without a token', async () => {
    const app = await testApp()
    for (const headers of [{}, READER, OPERATOR]) expect((await scrape(app, headers)).status).toBe(404)
  })

  it("accepts the operator only on the operator's host, and the token on every host", async () => {
    const app = await testApp({ METRICS_TOKEN, ADMIN_HOST: 'admin.hot.example', PUBLIC_URL: 'http://hot.example' })
    const status = async (host: string, headers: object) => (await scrape(app, { host, ...headers })).status
    for (const host of ['hot.example', '10.0.0.3:3000', 'admin.hot.example'])
      expect(await status(host, READER)).toBe(200)
    expect(await status('admin.hot.example:8443', OPERATOR)).toBe(200)
    expect(await status('admin.hot.example', {})).toBe(401)
    for (const headers of [OPERATOR, {}]) expect(await status('hot.example', headers)).toBe(404)
  })
})

const act = async (app: TestApp) => {
  const [owner, visitor] = [await quickVisitor(app), await quickVisitor(app)]
  const [one = 0, other = 0] = await newItems(app, owner.id, 2)
  await visitor.view(one)
  await visitor.vote(one, true)
  await visitor.vote(one, true)
  await visitor.vote(other, false)
  await upload(app, visitor, filePart(await quarters(20, 20).png().toBuffer()))
  await upload(app, visitor, filePart('no picture'))
  await call(app, `GET /api/media/random/${visitor.id}?secret=swordfish`, visitor)
  await call(app, 'GET /media/2026/11/nothing-there.jpg')
  await call(app, 'GET /swordfish')
  const { cookie, sessionId } = visitor
  await call(app, 'POST /api/auth/send-magic-link', { cookie, body: { email: 'ada@example.com', sessionId } })
  await sendDueMail(app)
}

const wholeScrape = async (app: TestApp) => {
  for (;;) {
    const { text } = await scrape(app)
    const samples = parseSamples(text)
    if (samples.has('hotvote_workers') && samples.get('hotvote_ready{component="database"}') === 1) return text
  }
}

let answer: Promise<string> | undefined
const scraped = async () => {
  answer ??= (async () => {
    const app = await testApp({ METRICS_TOKEN })
    await act(app)
    const { db } = app.deps
    await db.query({
      text: `INSERT INTO ${JOB_TABLE} (name, start_after) VALUES ('delete-files', now() - interval '90 s')`,
    })
    await db.query({ text: `INSERT INTO operations (kind, status) VALUES ('import-media', 'paused')` })
    const [old, decided] = [await complainant(app).file(), await complainant(app).file()]
    const age = `UPDATE takedowns SET opened_at = now() - $2::interval, status = $3 WHERE id = $1`
    await db.query({ text: age }, [old.body.id, '50 h', 'reviewed'])
    await db.query({ text: age }, [decided.body.id, '90 h', 'rejected'])
    await db.query({ text: `INSERT INTO look_alikes SELECT min(id), NULL, now() - interval '49 h' FROM media` })
    const reported = `
INSERT INTO reported_media (media_id, is_urgent, opened_at, decided_at)
SELECT id, n = 1, now() - n * interval '10 h', CASE n WHEN 3 THEN now() END
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM media) item`
    await db.query({ text: reported })
    return wholeScrape(app)
  })()
  const text = await answer
  return { text, samples: parseSamples(text) }
}

describe('a scrape', PROCESSES, () => {
  it('counts finished and waiting work', async () => {
    const { samples } = await scraped()
    expect(Object.fromEntries(samples)).toMatchObject({
      'hotvote_votes_total{choice="hot"}': 1,
      'hotvote_votes_total{choice="not"}': 1,
      hotvote_views_total: 1,
      'hotvote_uploads_total{outcome="accepted"}': 1,
      'hotvote_uploads_total{outcome="unsupported_type"}': 1,
      'hotvote_mails_total{outcome="sent"}': 1,
      'hotvote_mails_total{outcome="delayed"}': 0,
      'hotvote_queue_jobs{task="delete-files",state="due"}': 1,
      'hotvote_queue_jobs{task="send-mail",state="due"}': 0,
      'hotvote_queue_oldest_due_seconds{task="send-mail"}': 0,
      'hotvote_operations{kind="import-media",status="paused"}': 1,
      'hotvote_operations{kind="export-votes",status="running"}': 0,
      hotvote_workers: 0,
      hotvote_takedowns_waiting: 1,
      hotvote_look_alikes_waiting: 1,
      hotvote_uploads_waiting: 0,
      'hotvote_reports_waiting{urgent="true"}': 1,
      'hotvote_reports_waiting{urgent="false"}': 1,
      hotvote_backup_last_timestamp_seconds: 0,
      'hotvote_ready{component="database"}': 1,
      'hotvote_ready{component="storage"}': 1,
      hotvote_database_pool_waiting: 0,
      'hotvote_http_request_duration_seconds_count{method="POST",path="/api/votes",status="2xx"}': 2,
      'hotvote_http_request_duration_seconds_count{method="POST",path="/api/votes",status="4xx"}': 1,
      'hotvote_http_request_duration_seconds_count{method="GET",path="/api/media/random/:userId",status="4xx"}': 1,
      'hotvote_http_request_duration_seconds_count{method="GET",path="/media/",status="4xx"}': 1,
      'hotvote_http_request_duration_seconds_count{method="GET",path="other",status="4xx"}': 1,
    })
  })

  it('measures the oldest job, the disk and the process', async () => {
    const { samples } = await scraped()
    expect(samples.get('hotvote_queue_oldest_due_seconds{task="delete-files"}')).toBeGreaterThanOrEqual(90)
    const takedown = samples.get('hotvote_takedown_oldest_seconds') ?? 0
    expect(takedown).toBeGreaterThanOrEqual(50 * 3600)
    expect(takedown).toBeLessThan(90 * 3600)
    expect(samples.get('hotvote_look_alike_oldest_seconds')).toBeGreaterThanOrEqual(49 * 3600)
    const report = (urgent: boolean) => samples.get(`hotvote_report_oldest_seconds{urgent="${urgent}"}`) ?? 0
    expect(Math.floor(report(true) / 3600)).toBe(10)
    expect(Math.floor(report(false) / 3600)).toBe(20)
    const [free = 0, total = 0] = ['free', 'total'].map((kind) => samples.get(`hotvote_disk_bytes{kind="${kind}"}`))
    expect(free).toBeGreaterThan(0)
    expect(total).toBeGreaterThan(free)
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  })

  it('contains no address, id or parameter', async () => {
    const { text } = await scraped()
    expect(text).not.toMatch(/swordfish|nothing-there|ada@|127\.0\.0\.1|\/random\/\d/)
  })

  it('contains every metric of the dashboard and the alerts', async () => {
    const { samples } = await scraped()
    const docs = new URL('../../../../../docs/monitoring/', import.meta.url)
    const known = new Set([...samples.keys()].map((series) => series.replace(/\{.*/, '')))
    for (const file of ['dashboard.json', 'alerts.yml']) {
      const named = readFileSync(new URL(file, docs), 'utf8').match(/\b(hotvote|nodejs|process)_[a-z0-9_]+/g) ?? []
      expect(new Set(named).size, file).toBeGreaterThan(8)
      expect(
        [...new Set(named)].filter((name) => !known.has(name)),
        file,
      ).toEqual([])
    }
  })
})

it('reports a failing store and a running worker', async () => {
  const app = await testApp({
    METRICS_TOKEN,
    S3_BUCKET: 'nowhere',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  })
  await withWorker(app)
  const samples = parseSamples(await wholeScrape(app))
  expect(samples.get('hotvote_ready{component="storage"}')).toBe(0)
  expect(samples.get('hotvote_ready{component="database"}')).toBe(1)
  expect(samples.get('hotvote_workers')).toBe(1)
})

it('reports the time of the last backup', async () => {
  const app = await testApp({ METRICS_TOKEN })
  await app.deps.db.query({
    text: `INSERT INTO audit_log (event, actor, created_at) VALUES ('backup', 'system', '2026-11-01 12:00Z')`,
  })
  const samples = parseSamples(await wholeScrape(app))
  expect(samples.get('hotvote_backup_last_timestamp_seconds')).toBe(Date.parse('2026-11-01T12:00Z') / 1000)
  expect(samples.get('hotvote_backup_interval_seconds')).toBe(0)
})

it('measures a missing regular backup from the start of the site', async () => {
  const app = await testApp()
  await app.deps.db.query({
    text: `INSERT INTO audit_log (event, actor, created_at) VALUES ('DEPLOYMENT_STARTUP', 'system', '2026-11-01 12:00Z')`,
  })
  const config = { ...app.deps.config, backups: { dir: app.dataDir, every: 72 * 3_600_000, keep: 1 } }
  const scrapeNow = openScrape({ ...app.deps, config }, openReadiness(app.deps))
  await expect
    .poll(async () => parseSamples(await scrapeNow()).get('hotvote_backup_last_timestamp_seconds'), SOON)
    .toBe(Date.parse('2026-11-01T12:00Z') / 1000)
  expect(parseSamples(await scrapeNow()).get('hotvote_backup_interval_seconds')).toBe(72 * 3600)
})
