import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Compared } from './load.ts'
import type { Rush } from './rush.ts'
import type { UploadTimes } from './uploads.ts'

/** Minimum ratios to the bare handlers' rates, and the maximum `p50` in milliseconds. */
export type Aim = { ofOneRow?: number; ofOwn?: number; p50?: number }
type Line = { media: number; what: string; aim: Aim } & Compared

const column = (text: string, width = 9) => text.padStart(width)
const share = (value: number, aim: number | undefined) =>
  column(value.toFixed(2)) + column(aim === undefined ? '' : `>= ${aim.toFixed(2)}`)

export const printHead = () =>
  console.log(
    ''.padEnd(30) +
      column('one row', 18) +
      column('own statement', 18) +
      column('requests', 12) +
      column('p50', 14) +
      column('p99', 8),
  )

const print = ({ what, aim, ofOneRow, ofOwn, rate, p50, p99 }: Line) =>
  console.log(
    what.padEnd(30) +
      share(ofOneRow, aim.ofOneRow) +
      share(ofOwn, aim.ofOwn) +
      column(`${rate.toFixed(0)}/s`, 12) +
      column(aim.p50 === undefined ? `${p50.toFixed(0)} ms` : `${p50.toFixed(0)} ms (<= ${aim.p50})`, 14) +
      column(`${p99.toFixed(0)} ms`, 8),
  )

const printUploads = ({ what, bytes, alone, together }: UploadTimes) =>
  console.log(
    what.padEnd(30) +
      column(`${(bytes / 1e6).toFixed(1)} MB`) +
      column(`${alone.toFixed(0)} ms alone`, 14) +
      column(`${together.toFixed(0)} ms of four at once`, 24),
  )

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const waits = ({ p50, p99 }: Rush['idle']) => `${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

const printRush = ({ what, seconds, slowest, refused, idle, meanwhile, memory }: Rush) =>
  console.log(`${what}: ${seconds.toFixed(1)} s
  slowest answer: film ${(slowest.film / 1000).toFixed(1)} s, photo ${(slowest.photo / 1000).toFixed(1)} s; told to come again: ${refused}
  a vote before: ${waits(idle)}
  a vote meanwhile: ${waits(meanwhile)}
  memory of all processes of the API: ${megabytes(memory.before)} before, ${megabytes(memory.most)} at most`)

export const openReport = () => {
  const lines: Line[] = []
  const uploads: UploadTimes[] = []
  const rushes: Rush[] = []
  return {
    add(line: Line) {
      lines.push(line)
      print(line)
    },
    addUploads(times: UploadTimes[]) {
      uploads.push(...times)
      times.forEach(printUploads)
    },
    addRush(rush: Rush) {
      rushes.push(rush)
      printRush(rush)
    },
    /** Also writes a description of the machine; memory is in bytes. */
    writeJson(file: string, pace: { seconds: number; rounds: number }) {
      const [cpu] = cpus()
      const machine = { cpu: cpu?.model, cores: cpus().length, memory: totalmem(), node: process.version }
      writeFileSync(
        file,
        `${JSON.stringify({ at: new Date().toISOString(), machine, pace, lines, uploads, rushes }, null, 2)}\n`,
      )
    },
  }
}
export type Report = ReturnType<typeof openReport>
