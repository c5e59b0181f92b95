import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopyResult, copyBody } from './copy-object.ts'

const GONE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']
/** Codes of a file that is a link, a socket or another account's. */
const UNREADABLE = ['ELOOP', 'ENXIO', 'EACCES', 'EPERM']

/** No link is followed, and no pipe waited for. */
export const FOREIGN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const leadsOut = (part: string) => part === '' || part === '.' || part === '..' || part.includes('\0')

/**
 * Where the object with any key lies under `root`.
 * @throws RangeError on a key that leads somewhere else
 */
export const foreignPath = (root: string, key: string): string => {
  if (key.split('/').some(leadsOut) || key.startsWith('.incoming/')) throw new RangeError('Not a key of this store')
  return join(root, key)
}

const copyFile = async (path: string, { to, limit }: { to: string; limit: number }): Promise<CopyResult> => {
  const handle = await open(path, FOREIGN_FLAGS)
  try {
    if (!(await handle.stat()).isFile()) return 'unreadable'
    return await copyBody(handle.createReadStream({ autoClose: false }), to, limit)
  } finally {
    await handle.close()
  }
}

/** Copies any file under `root`, whatever its name, to a new file; the byte after the first `limit` ends it. */
export const copyForeign = async (
  root: string,
  key: string,
  target: { to: string; limit: number },
): Promise<CopyResult> => {
  const path = foreignPath(root, key)
  try {
    return await copyFile(path, target)
  } catch (failure) {
    const { code = '' } = failure as NodeJS.ErrnoException
    if (GONE.includes(code)) return 'gone'
    if (UNREADABLE.includes(code)) return 'unreadable'
    throw failure
  }
}
