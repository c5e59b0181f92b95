import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded.ts'
import { type Caller, openDataset } from './dataset.ts'
import { endOnSignals } from './end-on-signals.ts'
import { compare, type Load, warmUp } from './load.ts'
import {
  bareNextOf,
  bareViewsOf,
  bareVotesOf,
  crowdOf,
  nextOf,
  pickInOrder,
  spreadOver,
  viewsOf,
  votesOf,
} from './loads.ts'
import { timeOperator } from './operator.ts'
import { type Aim, openReport, printHead, type Report } from './report.ts'
import { timeRush } from './rush.ts'
import { startApi, startBaseline, stopServers } from './servers.ts'
import { timeUploads } from './uploads.ts'

/**
 * `pnpm bench` compares the API with bare Express handlers (docs/decisions/003, docs/performance.md). `--json FILE`
 * saves the results; `--operator` and `--upload` run other benches.
 */
const { values: options } = parseArgs({
  options: {
    media: { type: 'string', default: '10000,1000000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    operator: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    upload: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000,200000' },
    json: { type: 'string' },
  },
})
const pace = { seconds: Number(options.seconds), rounds: Number(options.rounds) }
const RATING: Aim = { ofOneRow: 0.4, ofOwn: 0.9 }
/** Seconds per server. */
const WARM_UP = 15
const VISITORS = 20
/** Number of visitors who vote on one item, then on the next. */
const CROWD = 20_000
/** Number of items to vote on during uploads. */
const RUSH_MEDIA = 50_000
const CLIP = join(import.meta.dirname, '../src/features/demo/files/Drifter.mp4')

const fill = async (databaseUrl: string, items: number) => {
  const data = await openDataset(databaseUrl)
  try {
    await data.media(items)
    const visitors = {
      fresh: await data.visitors('fresh', VISITORS),
      busy: await data.visitors('busy', VISITORS),
      most: await data.visitors('most', 4),
      nearly: await data.visitors('nearly', 2),
      voters: await data.visitors('voter', 500),
      bareVoters: await data.visitors('bare-voter', 500),
      crowd: await data.visitors('crowd', CROWD),
      bareCrowd: await data.visitors('bare-crowd', CROWD),
    }
    await data.rate(visitors.busy, { count: Math.min(10_000, items / 2), share: 1 })
    await data.rate(visitors.most, { count: items, share: 0.9 })
    await data.rate(visitors.nearly, { count: items, share: 0.999 })
    await data.settle()
    return visitors
  } finally {
    await data.close()
  }
}

type Site = { databaseUrl: string; dataDir: string; media: number }

const benchAt = async ({ databaseUrl, dataDir, media }: Site, report: Report) => {
  const visitors = await fill(databaseUrl, media)
  const api = await startApi(databaseUrl, dataDir)
  const limit = await startBaseline(databaseUrl, media)
  const add = async (what: string, aim: Aim, loads: Parameters<typeof compare>[0]) =>
    report.add({ media, what, aim, ...(await compare(loads, pace)) })
  const read: Load = { url: limit.url, requests: [{ method: 'GET', path: '/read' }] }
  const insert: Load = { url: limit.url, requests: [{ method: 'POST', path: '/insert' }] }
  const nextFor = (callers: Caller[]) => ({
    ours: nextOf(api.url, callers),
    oneRow: read,
    own: bareNextOf(limit.url, callers),
  })
  const next = (what: string, callers: Caller[], aim: Aim) => add(`next item, ${what} rated`, aim, nextFor(callers))
  const [ours, bare] = [visitors.voters, visitors.bareVoters].map((callers) => ({ callers, itemOf: spreadOver(media) }))
  if (!ours || !bare) throw new Error('There are no visitors')
  try {
    console.log(`${media.toLocaleString('en')} media`)
    await warmUp(nextFor(visitors.fresh), WARM_UP)
    await next('none', visitors.fresh, { ofOneRow: 0.58, ofOwn: 0.9 })
    await next('up to 10,000', visitors.busy, { ofOneRow: 0.58, ofOwn: 0.9 })
    await next('90 %', visitors.most, { ofOneRow: 0.5 })
    await next('99.9 %', visitors.nearly, { p50: 5 })
    await add('vote, spread', RATING, {
      ours: votesOf(api.url, ours),
      oneRow: insert,
      own: bareVotesOf(limit.url, bare),
    })
    await add('view, spread', RATING, {
      ours: viewsOf(api.url, ours),
      oneRow: insert,
      own: bareViewsOf(limit.url, bare),
    })
    const crowd = crowdOf(votesOf(api.url, { callers: visitors.crowd, itemOf: pickInOrder }))
    const bareCrowd = crowdOf(bareVotesOf(limit.url, { callers: visitors.bareCrowd, itemOf: pickInOrder }))
    await add('vote, all on one item', {}, { ours: crowd, oneRow: crowdOf(insert), own: bareCrowd })
    await add(
      'next item, beside them',
      {},
      {
        ours: { ...nextOf(api.url, visitors.fresh), beside: crowd },
        oneRow: { ...read, beside: crowdOf(insert) },
        own: { ...bareNextOf(limit.url, visitors.fresh), beside: bareCrowd },
      },
    )
  } finally {
    await limit.stop()
    await api.stop()
  }
}

const withClient = async (url: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client(url)
  await client.connect()
  await work(client).finally(() => client.end())
}

const newDatabase = async (serverUrl: string, name: string) => {
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = serverUrl.replace('/postgres?', `/${name}?`)
  await migrateDatabase(url)
  return url
}

const benchOperator = async (serverUrl: string, dataDir: string) => {
  const sizes = options.sizes.split(',').map(Number)
  const sites: { media: number; url: string }[] = []
  for (const media of sizes) sites.push({ media, url: await newDatabase(serverUrl, `operator_${media}`) })
  await timeOperator(sites, dataDir)
}

const benchVisitors = async (serverUrl: string, dataDir: string) => {
  const report = openReport()
  printHead()
  for (const media of options.media.split(',').map(Number)) {
    if (options.json) report.writeJson(options.json, pace)
    const databaseUrl = await newDatabase(serverUrl, `bench_${media}`)
    await benchAt({ databaseUrl, dataDir, media }, report)
  }
  if (options.json) report.writeJson(options.json, pace)
}

const benchUploads = async (serverUrl: string, dataDir: string) => {
  const report = openReport()
  const databaseUrl = await newDatabase(serverUrl, 'bench_uploads')
  const data = await openDataset(databaseUrl)
  await data.media(RUSH_MEDIA)
  const [uploader, voter] = await data.visitors('uploader', 2).finally(data.close)
  if (!uploader || !voter) throw new Error('There is no visitor')
  const api = await startApi(databaseUrl, dataDir)
  try {
    report.addUploads(await timeUploads(api.url, uploader))
    report.addRush(await timeRush(api, { uploader, voter, clip: readFileSync(CLIP) }))
  } finally {
    await api.stop()
  }
  if (options.json) report.writeJson(options.json, pace)
}

const chosen = () => {
  if (options.operator) return benchOperator
  return options.upload ? benchUploads : benchVisitors
}

if (options.page) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../../../scripts/bench-page.ts')], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const dir = mkdtempSync(join(tmpdir(), 'hotvote-bench-'))
const starting = startEmbeddedPostgres(join(dir, 'pg'))
const end = endOnSignals(async () => {
  await stopServers()
  await (await starting).stop()
  rmSync(dir, { recursive: true, force: true })
})
try {
  await chosen()((await starting).url, join(dir, 'data'))
} finally {
  await end()
}
