import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** How to run a program as another user than root, as whom PostgreSQL refuses to run. */
export type Runner = { command: string[]; uid?: number; gid?: number }

const idsOf = (account: string) => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${account}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/**
 * The user of the embedded database, who alone may use its socket. Root runs it in a user namespace of its own, where the same files
 * belong to another user: nothing needs another account or looser permissions. Where the kernel forbids that, as the account `postgres`
 * or `nobody`.
 */
export const databaseRunner = (): Runner => {
  if (process.getuid?.() !== 0) return { command: [] }
  const account = idsOf('nobody')
  const namespace = ['unshare', '--user', `--map-user=${account?.uid ?? 65534}`, `--map-group=${account?.gid ?? 65534}`]
  const [program = '', ...rest] = namespace
  if (spawnSync(program, [...rest, 'true']).status === 0) return { command: namespace }
  return { command: [], ...(idsOf('postgres') ?? account) }
}

/** Runs a program as such a user, with its output in pipes. */
export const runAs = (runner: Runner, program: string, args: string[]): ChildProcess => {
  const [command = program, ...rest] = [...runner.command, program, ...args]
  // A process group of its own: Ctrl-C reaches only us, and we stop the database after the last request.
  return spawn(command, rest, { uid: runner.uid, gid: runner.gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
}
