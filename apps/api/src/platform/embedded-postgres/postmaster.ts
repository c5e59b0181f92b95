import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAbsent } from '../../domain/error-code.ts'

/** Part of the socket's name. The server does not listen on the network. */
export const PORT = 5432

/** Deeply nested folders use a socket in the temporary folder, because socket paths are limited to about 100 bytes. */
export const findSocketDir = (dir: string) =>
  Buffer.byteLength(dir) < 80
    ? dir
    : join(tmpdir(), `hotvote-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)

export const removeSocketDir = (dir: string) => {
  const socketDir = findSocketDir(dir)
  if (socketDir !== dir) rmSync(socketDir, { recursive: true, force: true })
}

const pidFile = (dir: string) => join(dir, 'postmaster.pid')

const readPidFile = (dir: string) => {
  try {
    return readFileSync(pidFile(dir), 'utf8')
  } catch (failure) {
    if (isAbsent(failure)) return undefined
    throw failure
  }
}

export const findPostmaster = (dir: string) => {
  const written = readPidFile(dir)
  return written === undefined ? undefined : Number(written.split('\n')[0])
}

/** Checks the socket, because another process may have the stored process id after a crash. */
const isListening = (dir: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(join(findSocketDir(dir), `.s.PGSQL.${PORT}`))
    socket.once('error', () => done(false))
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
  })

export const stopOrphan = async (dir: string) => {
  const pid = findPostmaster(dir)
  if (!pid) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isListening(dir))) break
    process.kill(pid, signal)
    for (let i = 0; i < 200 && findPostmaster(dir) === pid; i++) await wait(50)
  }
  removeSocketDir(dir)
}

/** Replaces the stored process id, which another process may use after a machine crash, blocking the start. */
export const replaceStalePid = (dir: string) => {
  const written = readPidFile(dir)
  if (written === undefined) return
  writeFileSync(pidFile(dir), written.replace(/^\d+/, String(process.pid)))
  rmSync(join(dir, `.s.PGSQL.${PORT}.lock`), { force: true })
}
