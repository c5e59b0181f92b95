import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the assets that a build made itself, beside those that it has from the one before. */
const OWN = '.own-assets'

/** Those of a build; of one that names none, all that are there. */
function assetsOf(dist: string): string[] {
  try {
    return readFileSync(join(dist, OWN), 'utf8').split('\n')
  } catch {
    return unlessGone(() => readdirSync(join(dist, 'assets'))) ?? []
  }
}

/** Another build may take the folder's place meanwhile. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure
    return undefined
  }
}

/** A running process and open tabs ask for parts of the build before by name. */
export function keepAssets(dist: string, built: string): void {
  const own = readdirSync(join(built, 'assets'))
  writeFileSync(join(built, OWN), own.join('\n'))
  for (const name of assetsOf(dist).filter((kept) => !own.includes(kept)))
    unlessGone(() => copyFileSync(join(dist, 'assets', name), join(built, 'assets', name)))
}
