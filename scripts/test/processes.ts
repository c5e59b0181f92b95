import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

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

type Running = { env: Record<string, string | undefined>; signal: AbortSignal }

/**
 * Runs a command in a process group of its own and resolves with its exit code. When `signal` is aborted, and when the
 * command ends by itself, all of the group ends.
 */
export async function runInGroup([program = '', ...args]: string[], { env, signal }: Running): Promise<number> {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
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

/** The groups of processes, not our own, whose command line names this text. */
function groupsNaming(text: string): number[] {
  const { stdout } = spawnSync('ps', ['-eww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
  const rows = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line))
  const own = rows.find((row) => Number(row?.[1]) === process.pid)?.[2]
  const named = rows.filter((row) => row?.[3]?.includes(text) && row[2] !== own)
  return [...new Set(named.map((row) => Number(row?.[2])))]
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
