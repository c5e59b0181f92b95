import { type ChildProcess, spawn } from 'node:child_process'

type Ended = { code: number | null; isLate: boolean; said: string }
type Options = { cwd: string; env?: Record<string, string>; limitMs?: number }

/** Milliseconds between the request to end and the end without a request. */
const GRACE_MS = 30_000

let running: ChildProcess | undefined
let isInterrupted = false

/** One request reaches the program alone: it stops its browsers and databases itself, which a second one would cut off. */
function end(child: ChildProcess) {
  child.kill('SIGINT')
  const last = setTimeout(() => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }, GRACE_MS)
  child.once('exit', () => clearTimeout(last))
}

/** From the first Ctrl+C on, what runs is asked to end and nothing new begins. */
export function heedInterruption() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isInterrupted) return
      isInterrupted = true
      if (running) end(running)
    })
}

export class Interrupted extends Error {}

/** Runs a program in a process group of its own, where the terminal's Ctrl+C does not reach it. */
export async function run([command = '', ...args]: readonly string[], { cwd, env, limitMs }: Options): Promise<Ended> {
  if (isInterrupted) throw new Interrupted()
  let said = ''
  let isLate = false
  const child = spawn(command, args, { cwd, env: { ...process.env, FORCE_COLOR: '0', ...env }, detached: true })
  running = child
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-20_000)
    })
  const limit = setTimeout(
    () => {
      isLate = true
      end(child)
    },
    limitMs ?? 2 ** 31 - 1,
  )
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done)).finally(
    () => {
      // Of a program that could not be started, too: its limit would keep this process for weeks.
      clearTimeout(limit)
      running = undefined
    },
  )
  if (isInterrupted) throw new Interrupted()
  return { code, isLate, said }
}
