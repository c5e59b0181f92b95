import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's memory as a folder. */
const MEMORY = '/dev/shm'

/** Removes what libfaketime leaves in memory of each process with a wrong clock that was killed, named after its id. */
export function removeClockLeftovers() {
  for (const name of existsSync(MEMORY) ? readdirSync(MEMORY) : []) {
    const [, pid] = /^(?:sem[.])?faketime_(?:sem|shm)_(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { force: true })
  }
}
