import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** This file lists a build's own assets, without those kept from the previous build. */
const OWN = '.own-assets'

function listAssets(dist: string): string[] {
  try {
    return readFileSync(join(dist, OWN), 'utf8').split('\n')
  } catch {
    return ignoreMissing(() => readdirSync(join(dist, 'assets'))) ?? []
  }
}

/** A concurrent build may replace the folder. */
function ignoreMissing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure
    return undefined
  }
}

/** Keeps the previous build's assets, which running processes and open tabs still request. */
export function keepAssets(dist: string, built: string): void {
  const own = readdirSync(join(built, 'assets'))
  writeFileSync(join(built, OWN), own.join('\n'))
  for (const name of listAssets(dist).filter((kept) => !own.includes(kept)))
    ignoreMissing(() => copyFileSync(join(dist, 'assets', name), join(built, 'assets', name)))
}
