import { constants, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopyResult, copyBody } from './copy-object.ts'
import { foreignPath } from './local-names.ts'

const GONE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']
/** Of a file that is a link, a socket or somebody else's. */
const UNREADABLE = ['ELOOP', 'ENXIO', 'EACCES', 'EPERM']

/** No link is followed, and no pipe waited for. */
export const FOREIGN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Whether a folder of the path is a link. */
const isBehindLink = async (root: string, path: Buffer): Promise<boolean> => {
  const asBytes = { encoding: 'buffer' } as const
  const [top, found] = [await realpath(root, asBytes), await realpath(path, asBytes)]
  const rest = path.subarray(Buffer.from(root).length)
  if (process.platform === 'win32') return String(found) !== join(String(top), String(rest))
  return !found.equals(Buffer.concat([top, rest]))
}

const copyFile = async (
  root: string,
  path: Buffer,
  { to, limit }: { to: string; limit: number },
): Promise<CopyResult> => {
  if (await isBehindLink(root, path)) return 'unreadable'
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
    return await copyFile(root, path, target)
  } catch (failure) {
    const { code = '' } = failure as NodeJS.ErrnoException
    if (GONE.includes(code)) return 'gone'
    if (UNREADABLE.includes(code)) return 'unreadable'
    throw failure
  }
}
