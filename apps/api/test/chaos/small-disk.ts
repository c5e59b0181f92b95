import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { succeeds } from '../../../../scripts/debian.ts'
import { afterUse } from '../app/after-use.ts'

/** A mounted disk of a given size; a text is the reason why mounting failed. */
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
