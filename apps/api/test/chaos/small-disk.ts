import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { succeeds } from '../../../../scripts/debian.ts'
import { afterUse } from '../app/after-use.ts'

/** A folder on a disk of its own with so many bytes, that can be full: what fills and empties it, or why it cannot. */
export const openSmallDisk = (bytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-disk-'))
  const isMounted = succeeds('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', folder)
  afterUse(() => {
    if (isMounted) spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const ballast = join(folder, 'ballast')
  return {
    folder,
    full: isMounted
      ? {
          fill() {
            const { bavail, bsize } = statfsSync(folder)
            // Others take what is left.
            const chunk = Buffer.alloc(1024 * 1024)
            try {
              for (let left = bavail * bsize; left > 0; left -= chunk.length) appendFileSync(ballast, chunk)
            } catch (failure) {
              if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure
            }
          },
          empty: () => rmSync(ballast, { force: true }),
        }
      : 'This account may not mount a disk.',
  }
}
