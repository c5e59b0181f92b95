import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MANIFEST = new URL('../../../package.json', import.meta.url)
/** Written when the container image is built, because the image contains no Git repository. */
const COMMIT = new URL('../.commit', import.meta.url)
const GIT_DIR = fileURLToPath(new URL('../../../../../.git', import.meta.url))

const readCommit = () => {
  if (existsSync(COMMIT)) return readFileSync(COMMIT, 'utf8').trim().slice(0, 8)
  const { stdout } = spawnSync('git', ['--git-dir', GIT_DIR, 'rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' })
  return stdout?.trim()
}

let version: string | undefined

/** @returns `0.1.0+1a2b3c4d`, or `0.1.0` if the commit is unknown */
export const readVersion = (): string => {
  if (version !== undefined) return version
  const manifest: { version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const commit = readCommit()
  version = commit ? `${manifest.version}+${commit}` : manifest.version
  return version
}
