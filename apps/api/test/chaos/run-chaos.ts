import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { call, type QuickVisitor, quickVisitors } from '../app/call.ts'
import { expectNowhereIn } from '../app/database.ts'
import { DUE_NOW, JOBS } from '../app/job-table.ts'
import { runCommand } from '../app/server-process.ts'
import { connectTo } from '../app/site.ts'
import { SOON } from '../app/soon.ts'
import { findLostWrites } from './acknowledged.ts'
import { type Bucket, type ChaosSite, openChaosSite } from './chaos-site.ts'
import { getFaults } from './faults.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { operate, type Traffic, visit } from './load.ts'
import { sampleMemory } from './memory.ts'
import { pickRandom, shuffled } from './random.ts'

const VISITORS = 6
/** Milliseconds between a visitor's actions, for short and long runs. */
const INTERVAL = { short: 400, long: 100 }

const isReady = async (one: { baseUrl: string }) =>
  (await call<{ status: string }>(one, 'GET /readyz', { agent: false })).body?.status

/** Characters of the log to print. */
const LAST_WORDS = 4000

const untilRecovered = async ({ web, worker }: ChaosSite, fault: string) => {
  for (const one of [...web, worker]) {
    const state = () =>
      isReady(one).catch((failure: Error) =>
        one.isAlive() ? failure.message : `It has ended by itself: ${one.log().slice(-LAST_WORDS)}`,
      )
    await expect.poll(state, { ...SOON, message: fault }).toBe('ok')
  }
}

/** Waits while the number of jobs decreases, and makes delayed retries due. */
const untilNothingWaits = async ({ database: { query } }: ChaosSite) => {
  const left = `SELECT task, state, retries, problem FROM ${JOBS}`
  const waiting = async () => {
    await query(DUE_NOW)
    return query(left)
  }
  for (let jobs = await waiting(); jobs.length > 0; jobs = await waiting()) {
    const areFewer = (now: unknown[]) => now.length < jobs.length
    await expect.poll(waiting, { ...SOON, interval: 250 }).toSatisfy(areFewer)
  }
}

const BUSY = `
SELECT query FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '10 seconds'
UNION ALL SELECT gid FROM pg_prepared_xacts`

const lookAfterwards = async (site: ChaosSite, ledger: Ledger, visitors: QuickVisitor[]) => {
  const db = connectTo(site.database.url)
  const secrets = visitors.flatMap(({ sessionId, cookie }) => [sessionId, cookie.split('=')[1] ?? ''])
  await expectNowhereIn(db, secrets)
  const logs = Object.values(site.processes).flatMap(({ log }) => log().split('\n'))
  const { code, out, err } = await runCommand('checkup', ['--read-files'], site.direct)
  return {
    broken: await findLostWrites(db, ledger.lines),
    busy: await db.query({ text: BUSY }),
    logged: logs.filter((line) => /uncaught|unhandled/i.test(line) || secrets.some((secret) => line.includes(secret))),
    checkup: { code, text: out + err },
  }
}

/** `hold`: typical fault duration in milliseconds; `seconds`: duration of the run, with each fault at least once. */
export type ChaosOptions = { seed: number; seconds: number; hold: number }

/** Kills processes only in the first third, so that the rest shows memory growth. */
const breakThings = async (site: ChaosSite, { seconds, hold }: ChaosOptions, random: () => number) => {
  const faults = getFaults(site)
  const counts: Record<string, number> = {}
  const begun = Date.now()
  const isLate = (share: number) => Date.now() - begun > share * seconds * 1000
  for (let round = 0; round === 0 || !isLate(1); round++)
    for (const [name, fault] of shuffled(Object.entries(faults), random)) {
      const duration = hold * (0.5 + random())
      if (typeof fault === 'string' || (round > 0 && (isLate(1) || (fault.endsProcess && isLate(1 / 3))))) continue
      await fault.begin()
      await pause(Math.max(duration, fault.lasts ?? 0))
      await fault.end()
      await untilRecovered(site, name)
      counts[name] = (counts[name] ?? 0) + 1
    }
  const impossible = Object.entries(faults).flatMap(([name, fault]) =>
    typeof fault === 'string' ? [{ name, reason: fault }] : [],
  )
  return { counts, impossible }
}

export const runChaos = async (bucket: Bucket, options: ChaosOptions) => {
  const site = await openChaosSite(bucket)
  const random = pickRandom(options.seed)
  const stopping = new AbortController()
  const ledger = openLedger()
  const [first, second] = site.web
  const visitors = await quickVisitors(first, VISITORS)
  const traffic: Traffic = {
    web: () => (random() < 0.5 ? first : second),
    ledger,
    random,
    interval: options.seconds > 0 ? INTERVAL.long : INTERVAL.short,
    signal: stopping.signal,
  }
  const memory = sampleMemory(site)
  const load = Promise.all([...visitors.map((visitor) => visit(traffic, visitor)), operate(traffic, visitors)])
  const end = async () => {
    memory.stop()
    stopping.abort()
    await load
  }
  // The order of faults must depend on the seed alone.
  const order = pickRandom(options.seed + 1)
  const { counts, impossible } = await breakThings(site, options, order).finally(end)
  await untilNothingWaits(site)

  return {
    ...options,
    faults: counts,
    impossible,
    requests: ledger.counts(),
    unexplained: ledger.unexplained,
    ...(await lookAfterwards(site, ledger, visitors)),
    memory: memory.samples,
  }
}
