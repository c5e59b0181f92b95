import { lstatSync } from 'node:fs'
import { isAbsent } from '../../domain/error-code.ts'

/** Unlike `existsSync`, this function finds broken links and throws on missing permissions. */
export const pathExists = (path: string) => {
  try {
    return lstatSync(path) !== undefined
  } catch (failure) {
    if (isAbsent(failure)) return false
    throw failure
  }
}
