import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds until processes are killed. */
const GRACE = 5000
const LOOK = 50

/** Ignores groups that have already ended. */
function signalGroup(group: number, signal: NodeJS.Signals) {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** `output` is a file descriptor; inherits the output by default. */
type Running = { env: Record<string, string | undefined>; signal: AbortSignal; output?: number | undefined }

/** Runs a command in its own process group and returns its exit code. The group ends with the command or `signal`. */
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

/** Other process groups whose command line contains the text; Linux only. */
function groupsNaming(text: string): number[] {
  if (process.platform !== 'linux') return []
  const groups = new Map<number, number>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const isNamed = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text)
      // The fields after the program name are state, parent and group.
      const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (pid === process.pid || (isNamed && state !== 'Z')) groups.set(pid, Number(group))
    } catch {} // Ignores a process that has ended since the listing.
  }
  const own = groups.get(process.pid)
  return [...new Set(groups.values())].filter((group) => group !== own)
}

/**
 * Ends processes that left the group, such as databases and browsers.
 * Starts with SIGINT, because a killed PostgreSQL leaves shared memory behind.
 */
export async function endProcessesIn(folder: string) {
  const deadline = Date.now() + GRACE
  for (const group of groupsNaming(folder)) signalGroup(group, 'SIGINT')
  for (let left = groupsNaming(folder); left.length > 0; left = groupsNaming(folder)) {
    if (Date.now() > deadline) for (const group of left) signalGroup(group, 'SIGKILL')
    await pause(LOOK)
  }
}
