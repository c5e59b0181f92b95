import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'

/** One that runs: what has ended but was not collected yet (in a container, the first process may collect nobody) is none. */
export type Process = { pid: number; parent: number; group: number; command: string }

/** Linux tells it by files; the program `ps` is missing in small images of it, and elsewhere is all there is. */
const hasFiles = () => process.platform === 'linux'

/** Undefined for what cannot be read: it has ended, or is not for us to see. */
const readable = <T>(read: () => T) => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const GONE = /^[ZX]/

const fromFiles = (pid: number): Process[] => {
  const stat = readable(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const args = readable(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
  // The name of the program, in brackets, may hold brackets.
  const [, state = 'X', parent, group] = /^.*\) (\S) (\d+) (\d+) /s.exec(stat) ?? []
  if (GONE.test(state)) return []
  return [{ pid, parent: Number(parent), group: Number(group), command: args.replace(/\0+/g, ' ').trim() }]
}

/** Each column by itself: on macOS all behind an `=` is the header of that column. */
const COLUMNS = ['stat=', 'pid=', 'ppid=', 'pgid=', 'args='].flatMap((column) => ['-o', column])
/** Without a language, as a service, the `ps` of macOS writes other letters than those of ASCII as numbers. */
const PS = ['LC_ALL=en_US.UTF-8', 'ps', '-ww', ...COLUMNS]

const fromPs = (...which: string[]): Process[] => {
  const { stdout } = spawnSync('env', [...PS, ...which], { encoding: 'utf8', maxBuffer: 1e8 })
  return stdout.split('\n').flatMap((line) => {
    const [, state = 'X', pid, parent, group, command = ''] =
      /^\s*(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? []
    if (GONE.test(state)) return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command: command.trim() }]
  })
}

/** For the runner of the tests (`scripts/test/processes.ts`). */
export const allProcesses = (): Process[] => {
  if (!hasFiles()) return fromPs('-e')
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? fromFiles(Number(name)) : []))
}

/** Undefined when there is none of this number that we may see. */
export const processOf = (pid: number): Process | undefined =>
  (hasFiles() ? fromFiles(pid) : fromPs('-p', String(pid)))[0]

/** The folder that a process works in, where the system tells it and we may know. */
export const workingFolderOf = (pid: number): Stats | undefined =>
  hasFiles() ? readable(() => statSync(`/proc/${pid}/cwd`)) : undefined
