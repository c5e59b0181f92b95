import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Each column by itself: on macOS all behind an `=` is the header of that column. */
const PS_COLUMNS = ['-o', 'stat=', '-o', 'comm=']

/**
 * Whether this process is a PostgreSQL server, and not something else that got the number later. One that has ended but
 * was not collected yet (state Z: in a container, the first process may collect nobody) is none.
 */
export const isPostgres = (pid: number) =>
  /^[^Z].*postgres/.test(spawnSync('ps', [...PS_COLUMNS, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '')

/** A socket's path has at most about 100 bytes: a deep data folder gets one under the temporary folder. */
export const socketDirOf = (dir: string) =>
  dir.length < 80 ? dir : join(tmpdir(), `hotvote-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)

/** To be called when the server in `dir` has ended. */
export const removeSocketDir = (dir: string) => {
  const socketDir = socketDirOf(dir)
  if (socketDir !== dir) rmSync(socketDir, { recursive: true, force: true })
}

/** The id of the process that the server in `dir` runs as, or was killed as. */
export const postmasterOf = (dir: string) => {
  const file = join(dir, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** A process that was killed leaves its database running: end it, in order, before it is started anew. */
export const stopOrphan = async (dir: string) => {
  const pid = postmasterOf(dir)
  if (!pid) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isPostgres(pid)) break
    process.kill(pid, signal)
    for (let i = 0; i < 100 && isPostgres(pid); i++) await wait(50)
  }
  removeSocketDir(dir)
}
