import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds. */
const EVERY = 200

const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])

/** Proportional set size in bytes; zero after the process has ended. */
const bytesOf = (pid: number) => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

const familyOf = (root: number) => {
  const parents = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [[Number(pid), parentOf(pid)] as const] : []
    } catch {
      return []
    }
  })
  const family = [root]
  for (const member of family) family.push(...parents.flatMap(([pid, parent]) => (parent === member ? [pid] : [])))
  return family
}

/** Memory in bytes of a process and its descendants; Linux only. */
export const memoryOf = (root: number) => familyOf(root).reduce((sum, pid) => sum + bytesOf(pid), 0)

/** Returns a function that stops watching and returns the peak in bytes. */
export const watchMemory = (pid: number) => {
  let most = memoryOf(pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, EVERY)
  return () => {
    clearInterval(timer)
    return most
  }
}
