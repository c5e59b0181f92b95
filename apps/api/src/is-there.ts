import { lstatSync } from 'node:fs'
import { isAbsent } from './domain/error-code.ts'

/**
 * Whether there is a file, a folder, or a link to what is away.
 * @throws when the system cannot tell, of which `existsSync` says that nothing is there
 */
export const isThere = (path: string) => {
  try {
    return lstatSync(path) !== undefined
  } catch (failure) {
    if (isAbsent(failure)) return false
    throw failure
  }
}
