import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The memory of Linux as a file system. */
const IN_MEMORY = '/dev/shm'
/** Bytes that are free, so that a run, which takes some 0.4 GB, leaves enough for whatever else runs. */
const ROOM = 2 * 2 ** 30
/** The first Linux that keeps extended attributes of users in memory: the S3 server of the tests writes them. */
const SINCE_LINUX = { major: 6, minor: 6 }

function isRecentLinux(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return process.platform === 'linux' && (major - SINCE_LINUX.major || minor - SINCE_LINUX.minor) >= 0
}

/**
 * The folder in which temporary files of a run are quickest: memory, where there is plenty of it, else the usual one.
 * Every test file makes a database of some 700 files: on a disk that takes half a second of processor time, here 0.03.
 */
function quickest(): string {
  if (process.env.TMPDIR || !isRecentLinux() || !existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM ? IN_MEMORY : tmpdir()
}

/** A folder of one run's own. `TMPDIR` says where, if it is set. */
export const makeRunFolder = (): string => mkdtempSync(join(quickest(), 'hotvote-run-'))
