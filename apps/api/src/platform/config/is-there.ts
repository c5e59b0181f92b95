import { lstatSync } from 'node:fs'
import { isAbsent } from '../../domain/error-code.ts'

/** Unlike `existsSync`, it finds broken links and throws on missing permissions. */
export const isThere = (path: string) => {
  try {
    return lstatSync(path) !== undefined
  } catch (failure) {
    if (isAbsent(failure)) return false
    throw failure
  }
}
