import { lstatSync } from 'node:fs'

const ABSENT = ['ENOENT', 'ENOTDIR']

/**
 * Whether there is a file, a folder, or a link to what is away.
 * @throws when the system cannot tell, of which `existsSync` says that nothing is there
 */
export const isThere = (path: string) => {
  try {
    return lstatSync(path) !== undefined
  } catch (failure) {
    if (ABSENT.includes((failure as NodeJS.ErrnoException).code ?? '')) return false
    throw failure
  }
}
