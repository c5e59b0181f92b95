import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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

/** The groups of processes, not our own, whose command line names this text. Only Linux lists processes as files. */
function groupsNaming(text: string): number[] {
  if (process.platform !== 'linux') return []
  const groups = new Map<number, number>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const isNamed = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text)
      // Behind the program's name in brackets: state, parent, group.
      const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (pid === process.pid || (isNamed && state !== 'Z')) groups.set(pid, Number(group))
    } catch {} // It has ended.
  }
  const own = groups.get(process.pid)
  return [...new Set(groups.values())].filter((group) => group !== own)
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
