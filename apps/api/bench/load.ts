import autocannon from 'autocannon'

export type Load = {
  url: string
  requests: autocannon.Request[]
  connections?: number
  /** Background load, which is not measured. */
  beside?: Load
}
/** `rate` is in requests per second; `p50` and `p99` are in milliseconds. */
export type Measured = { rate: number; p50: number; p99: number }

/** An answer other than 2xx ends the bench, because fast errors are no result. */
const measure = async (load: Load, seconds: number): Promise<Measured> => {
  const { url, requests, connections = 10, beside } = load
  const other = beside && measure(beside, seconds)
  const result = await autocannon({ url, requests, connections, duration: seconds })
  await other
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${bad} of ${result.requests.total} answers were not 2xx`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

export const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
export const median = (values: number[]) => quantile(values, 0.5)

export type Pace = { rounds: number; seconds: number }
type Loads = { ours: Load; oneRow: Load; own: Load }

/** V8 compiles hot code during about the first 50,000 requests. */
export const warmUp = async ({ ours, oneRow, own }: Loads, seconds: number) => {
  for (const load of [oneRow, own, ours]) await measure(load, seconds)
}

/** Alternates the loads and takes the median ratio, because the machine's speed drifts. */
export const compare = async (loads: Loads, { rounds, seconds }: Pace) => {
  const { ours, oneRow, own } = loads
  await warmUp(loads, seconds)
  const measured: (Measured & { ofOneRow: number; ofOwn: number })[] = []
  for (let round = 0; round < rounds; round++) {
    const least = await measure(oneRow, seconds)
    const bare = await measure(own, seconds)
    const mine = await measure(ours, seconds)
    measured.push({ ...mine, ofOneRow: mine.rate / least.rate, ofOwn: mine.rate / bare.rate })
  }
  const medianOf = (key: keyof (typeof measured)[number]) => median(measured.map((one) => one[key]))
  return {
    ofOneRow: medianOf('ofOneRow'),
    ofOwn: medianOf('ofOwn'),
    rate: medianOf('rate'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
  }
}
export type Compared = Awaited<ReturnType<typeof compare>>
