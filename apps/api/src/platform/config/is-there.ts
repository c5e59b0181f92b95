import { lstatSync } from 'node:fs'
import { isAbsent } from '../../domain/error-code.ts'

/** Also finds a broken link, and throws where `existsSync` would answer false for lack of a right. */
export const isThere = (path: string) => {
  try {
    return lstatSync(path) !== undefined
  } catch (failure) {
    if (isAbsent(failure)) return false
    throw failure
  }
}
