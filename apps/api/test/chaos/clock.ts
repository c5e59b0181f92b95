import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installFromDebian } from '../../../../scripts/debian.ts'
import { removeClockLeftovers } from '../../../../scripts/test/clock-leftovers.ts'
import { afterUse } from '../app/after-use.ts'

const LIBRARIES = '/usr/lib'
/** Seconds between two reads of the offset. */
const CACHED = 1

/** Debian's folder is named after the architecture. */
const library = () =>
  readdirSync(LIBRARIES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith('-linux-gnu'))
    .flatMap(({ name }) => {
      const folder = join(LIBRARIES, name, 'faketime')
      const found = 'libfaketimeMT.so.1'
      try {
        return readdirSync(folder).includes(found) ? [join(folder, found)] : []
      } catch {
        return []
      }
    })[0]

/** Changes the clock of processes with `env`. Returns a text if libfaketime is missing. */
export const openClock = (folder: string) => {
  const isInstalled = () => library() !== undefined
  const problem = installFromDebian({ name: 'libfaketime', packages: ['faketime'], isInstalled })
  if (problem !== undefined) return problem
  const file = join(folder, 'clock')
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
  set(0)
  afterUse(removeClockLeftovers)
  return {
    env: {
      LD_PRELOAD: library() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(CACHED),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump: async (seconds: number) => {
      set(seconds)
      await pause(CACHED * 1000)
    },
  }
}
