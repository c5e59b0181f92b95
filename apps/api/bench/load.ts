import autocannon from 'autocannon'

export type Load = {
  url: string
  requests: autocannon.Request[]
  connections?: number
}
/** Requests a second, and milliseconds at the median and the 99th percentile. */
export type Measured = { rate: number; p50: number; p99: number }

/** Ten connections for some seconds. An answer other than 2xx ends the bench: a fast error is not a result. */
const measure = async ({ url, requests, connections = 10 }: Load, seconds: number): Promise<Measured> => {
  const result = await autocannon({ url, requests, connections, duration: seconds })
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${bad} of ${result.requests.total} answers were not 2xx`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Ours and the limit in turn, several rounds: the median of the ratios, as the machine's speed drifts. */
export const compare = async (ours: Load, limit: Load, { rounds = 3, seconds = 4 } = {}) => {
  const ratios: number[] = []
  const rates: number[] = []
  const p50: number[] = []
  for (let round = 0; round < rounds; round++) {
    const theirs = await measure(limit, seconds)
    const mine = await measure(ours, seconds)
    ratios.push(mine.rate / theirs.rate)
    rates.push(mine.rate)
    p50.push(mine.p50)
  }
  return { ratio: median(ratios), rate: median(rates), p50: median(p50) }
}
