/** Milliseconds. Long enough for a steady number, short enough to notice a slower line. */
const WINDOW = 3000
/** Milliseconds. The first bytes only fill the socket's buffer. */
const WARM_UP = 300

/** Returns a function from time (ms) and total bytes to bytes per second, 0 while unknown. */
export function createTransferRate() {
  const samples: { time: number; bytes: number }[] = []
  return (time: number, bytes: number) => {
    samples.push({ time, bytes })
    while (samples.length > 2 && (samples[1]?.time ?? time) <= time - WINDOW) samples.shift()
    const first = samples[0] ?? { time, bytes }
    const elapsed = time - first.time
    return elapsed < WARM_UP ? 0 : ((bytes - first.bytes) * 1000) / elapsed
  }
}
