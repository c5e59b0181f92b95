import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Bytes; a run takes about 0.4 GB, and other programs need room. */
const ROOM = 2 * 2 ** 30
/** First version whose tmpfs supports user extended attributes, which Swift needs. */
const SINCE_LINUX = { major: 6, minor: 6 }

function isRecentLinux(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return process.platform === 'linux' && (major - SINCE_LINUX.major || minor - SINCE_LINUX.minor) >= 0
}

/** Prefers memory, where creating a test database takes 0.03 s instead of 0.5 s. */
function quickest(): string {
  if (process.env.TMPDIR || !isRecentLinux() || !existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM ? IN_MEMORY : tmpdir()
}

/** Creates the run's temporary folder, in `TMPDIR` if set. */
export const makeRunFolder = (): string => mkdtempSync(join(quickest(), 'hotvote-run-'))
