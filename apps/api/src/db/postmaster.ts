import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAbsent } from '../domain/error-code.ts'
import { processOf, workingFolderOf } from './process-table.ts'

/** Of the socket: nothing listens on the network. */
export const PORT = 5432

/**
 * Whether this process is the PostgreSQL server of `dir`, which works in that folder, and not something else that got the
 * number later: another server, say.
 */
const isServerOf = (pid: number, dir: string) => {
  const { command = '' } = processOf(pid) ?? {}
  if (!/(^|[/])postgres( |$)/.test(command)) return false
  const folder = workingFolderOf(pid)
  const { dev, ino } = statSync(dir)
  if (folder) return folder.dev === dev && folder.ino === ino
  return [dir, realpathSync(dir)].some((name) => `${command} `.includes(` -D ${name} `))
}

/** A socket's path has at most about 100 bytes: a deep data folder gets one under the temporary folder. */
export const socketDirOf = (dir: string) =>
  Buffer.byteLength(dir) < 80
    ? dir
    : join(tmpdir(), `hotvote-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)

/** To be called when the server in `dir` has ended. */
export const removeSocketDir = (dir: string) => {
  const socketDir = socketDirOf(dir)
  if (socketDir !== dir) rmSync(socketDir, { recursive: true, force: true })
}

const readIfThere = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (failure) {
    if (isAbsent(failure)) return undefined
    throw failure
  }
}

/** The id of the process that the server in `dir` runs as, or was killed as. */
export const postmasterOf = (dir: string) => {
  const written = readIfThere(join(dir, 'postmaster.pid'))
  return written === undefined ? undefined : Number(written.split('\n')[0])
}

/** A process that was killed leaves its database running: end it, in order, before it is started anew. */
export const stopOrphan = async (dir: string) => {
  const pid = postmasterOf(dir)
  if (!pid) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isServerOf(pid, dir)) break
    process.kill(pid, signal)
    for (let i = 0; i < 100 && isServerOf(pid, dir); i++) await wait(50)
  }
  removeSocketDir(dir)
}

/**
 * After a crash of the machine the number of the server in `dir` may be that of another process. PostgreSQL would take it for a
 * server, whatever it is, and not start: it knows for none only itself and its parent, which we are. All else stays in
 * the file: by it PostgreSQL finds out whether anybody still uses memory of that server.
 */
export const disownNumber = (dir: string) => {
  const file = join(dir, 'postmaster.pid')
  const written = readIfThere(file) ?? ''
  const pid = Number.parseInt(written, 10)
  if (!processOf(pid) || isServerOf(pid, dir)) return
  writeFileSync(file, written.replace(/^\d+/, String(process.pid)))
  rmSync(join(dir, `.s.PGSQL.${PORT}.lock`), { force: true })
}
