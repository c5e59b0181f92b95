import { readFileSync } from 'node:fs'
import type { ChaosSite } from './chaos-site.ts'

/** Milliseconds. */
const SAMPLE_INTERVAL = 2000

/** Megabytes by process; a restart begins a new line. */
const getMemory = ({ processes }: ChaosSite) =>
  Object.entries(processes).flatMap(([name, { pid }]) => {
    try {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return [{ name: `${name} ${pid}`, megabytes: Number(kilobytes) / 1024 }]
    } catch {
      return []
    }
  })

export const sampleMemory = (site: ChaosSite) => {
  const begun = Date.now()
  const samples: { seconds: number; name: string; megabytes: number }[] = []
  const timer = setInterval(() => {
    const seconds = (Date.now() - begun) / 1000
    samples.push(...getMemory(site).map((sample) => ({ seconds, ...sample })))
  }, SAMPLE_INTERVAL)
  return { samples, stop: () => clearInterval(timer) }
}
