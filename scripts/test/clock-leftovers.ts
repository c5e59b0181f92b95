import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/** Removes shared memory that libfaketime leaves after a killed process. */
export function removeClockLeftovers() {
  for (const name of existsSync(MEMORY) ? readdirSync(MEMORY) : []) {
    const [, pid] = /^(?:sem[.])?faketime_(?:sem|shm)_(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { force: true })
  }
}
