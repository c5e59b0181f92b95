import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../package.json', import.meta.url)

/** That of the package, as `0.1.0`. */
export const versionOfApp = (): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  return version
}
