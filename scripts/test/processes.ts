import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { allProcesses, type Process } from '../../apps/api/src/db/process-table.ts'

/** Milliseconds that a process gets to end in order. */
const GRACE = 5000
const LOOK = 50

/** Sends it to a process group; that there is none any more is no failure. */
function signalGroup(group: number, signal: NodeJS.Signals) {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** `output`: an open file that gets what the command prints; otherwise it goes where ours goes. */
type Running = { env: Record<string, string | undefined>; signal: AbortSignal; output?: number | undefined }

/**
 * Runs a command in a process group of its own and resolves with its exit code. When `signal` is aborted, and when the
 * command ends by itself, all of the group ends.
 */
export async function runInGroup([program = '', ...args]: string[], running: Running): Promise<number> {
  const { env, signal, output = 'inherit' } = running
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', output, output] })
  const group = child.pid
  const ended = new Promise<number>((done) => {
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`)
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
  if (group === undefined) return ended
  const stop = async () => {
    signalGroup(group, 'SIGTERM')
    await Promise.race([ended, pause(GRACE)])
    signalGroup(group, 'SIGKILL')
  }
  signal.addEventListener('abort', stop)
  const code = await ended
  signal.removeEventListener('abort', stop)
  signalGroup(group, 'SIGKILL')
  return code
}

const PACKAGE_MANAGER = /(^|[/ ])(npm|npx|pnpm)\b/

/** The package managers that run this, and what is between them: each may be the one that is told to end. */
export function callers(): number[] {
  const all = new Map(allProcesses().map((one) => [one.pid, one]))
  const above: Process[] = []
  for (let at = all.get(process.ppid); at; at = all.get(at.parent)) above.push(at)
  const outermost = above.findLastIndex(({ command }) => PACKAGE_MANAGER.test(command))
  return above.slice(0, outermost + 1).map(({ pid }) => pid)
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The groups of processes, not our own, whose command line names this text. */
function groupsNaming(text: string): number[] {
  const all = allProcesses()
  const own = all.find(({ pid }) => pid === process.pid)?.group
  const named = all.filter(({ command, group }) => command.includes(text) && group !== own)
  return [...new Set(named.map(({ group }) => group))]
}

/**
 * Ends whatever left its group but works in this folder: databases and browsers have groups of their own. They are
 * asked first, since a PostgreSQL that is killed leaves shared memory behind.
 */
export async function endProcessesOf(folder: string) {
  const deadline = Date.now() + GRACE
  for (const group of groupsNaming(folder)) signalGroup(group, 'SIGINT')
  for (let left = groupsNaming(folder); left.length > 0; left = groupsNaming(folder)) {
    if (Date.now() > deadline) for (const group of left) signalGroup(group, 'SIGKILL')
    await pause(LOOK)
  }
}
