import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrateDatabase } from '../src/db/migrate.ts'
import { type Caller, openDataset } from './dataset.ts'
import { compare, type Load } from './load.ts'
import { timeOperator } from './operator.ts'
import { partitionRatings } from './partition.ts'
import { startApi, startBaseline } from './servers.ts'

/**
 * `pnpm bench`: ratios against bare Express handlers, each pair in one run. See docs/decisions/003. With `--operator`:
 * the operator's screens at several sizes. See docs/decisions/025. With `--partitioned`: with votes and views split by visitor
 * as well. See docs/scaling.md.
 */
const { values: options } = parseArgs({
  options: {
    media: { type: 'string', default: '10000,1000000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    operator: { type: 'boolean', default: false },
    partitioned: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000,200000' },
  },
})
const pace = { seconds: Number(options.seconds), rounds: Number(options.rounds) }
const VISITORS = 20

const nextOf = (url: string, callers: Caller[]): Load => ({
  url,
  requests: callers.map(({ id, cookie }) => ({ method: 'GET', path: `/api/media/random/${id}`, headers: { cookie } })),
})

/** The item of a visitor's n-th vote: visitors that vote at the same time vote on different items. */
const spreadOver = (items: number) => (visitor: number, n: number) => 1 + ((n * 7919 + visitor * 61) % items)

/** Every request another pair of visitor and item. */
const votesOf = (url: string, callers: Caller[], itemOf: (visitor: number, n: number) => number): Load => {
  let n = -1
  const setupRequest = (request: object) => {
    n += 1
    const visitor = n % callers.length
    const caller = callers[visitor]
    const mediaId = itemOf(visitor, Math.floor(n / callers.length))
    return {
      ...request,
      headers: { cookie: caller?.cookie ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ userId: caller?.id, mediaId, isHot: n % 3 === 0 }),
    }
  }
  return { url, requests: [{ method: 'POST', path: '/api/votes', setupRequest }] }
}

const report = (what: string, target: string, { ratio, rate, p50 }: Awaited<ReturnType<typeof compare>>) =>
  console.log(
    `${what.padEnd(46)} ${ratio.toFixed(2).padStart(6)} ${target.padStart(8)} ${rate.toFixed(0).padStart(8)}/s ${p50.toFixed(0).padStart(5)} ms`,
  )

/** The collection, and visitors who rated none, some, most and nearly all of it. */
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

const benchAt = async (databaseUrl: string, dataDir: string, items: number) => {
  const visitors = await fill(databaseUrl, items)
  const api = await startApi(databaseUrl, dataDir)
  const limit = await startBaseline(databaseUrl, items)
  const read: Load = { url: limit.url, requests: [{ method: 'GET', path: '/read' }] }
  const insert: Load = { url: limit.url, requests: [{ method: 'POST', path: '/insert' }] }
  const next = async (what: string, callers: Caller[], target: string) =>
    report(`next item, ${what} rated`, target, await compare(nextOf(api.url, callers), read, pace))
  try {
    console.log(`${items.toLocaleString('en')} media`)
    await next('none', visitors.fresh, '>= 0.75')
    await next('up to 10,000', visitors.busy, '>= 0.75')
    await next('90 %', visitors.most, '>= 0.60')
    await next('99.9 %', visitors.nearly, 'p50<=10')
    report('vote, spread', '>= 0.60', await compare(votesOf(api.url, visitors.voters, spreadOver(items)), insert, pace))
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
  console.log(
    `${''.padEnd(46)} ${'ratio'.padStart(6)} ${'target'.padStart(8)} ${'requests'.padStart(10)} ${'p50'.padStart(8)}`,
  )
  for (const items of options.media.split(',').map(Number)) {
    await benchAt(await newDatabase(serverUrl, `bench_${items}`), dataDir, items)
    if (!options.partitioned) continue
    console.log('the same, votes and views split by visitor')
    const url = await newDatabase(serverUrl, `bench_${items}_partitioned`)
    await withClient(url, partitionRatings)
    await benchAt(url, dataDir, items)
  }
}

const dir = mkdtempSync(join(tmpdir(), 'hotvote-bench-'))
const postgres = await startEmbeddedPostgres(join(dir, 'pg'))
try {
  await (options.operator ? benchOperator : benchVisitors)(postgres.url, join(dir, 'data'))
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
