import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterUse } from './after-use.ts'

/** A folder in the place of, or before, those in which programs are looked for, until the end of the test. */
const setPath = (asked: (dir: string, path: string) => string) => {
  const { PATH = '' } = process.env
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-programs-'))
  afterUse(() => {
    process.env.PATH = PATH
    rmSync(dir, { recursive: true })
  })
  process.env.PATH = asked(dir, PATH)
}

/** As in small images of Linux; there is no other program either. */
export const withoutPs = () => setPath((dir) => dir)

/** As the `ps` of macOS and BSD reads its arguments: behind the first `=` all is the header of that column. */
const psOfBsd = (path: string) => `#!/bin/sh
for given; do
  shift
  case $given in *=*) given="\${given%%=*}=" ;; esac
  set -- "$@" "$given"
done
PATH='${path}' exec ps "$@"
`

/** As on macOS: what processes there are tells `ps` alone. */
const asOnMacOs = () => {
  const { platform } = process
  afterUse(() => Object.defineProperty(process, 'platform', { value: platform }))
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  setPath((dir, path) => {
    writeFileSync(join(dir, 'ps'), psOfBsd(path))
    chmodSync(join(dir, 'ps'), 0o755)
    return `${dir}:${path}`
  })
}

const hasPs = spawnSync('ps').error === undefined

/** The ways in which this machine tells what processes there are, each to be called before they are asked for. */
export const WAYS: [string, () => void][] = [
  ...(process.platform === 'linux' ? [['by the files of Linux', withoutPs] satisfies [string, () => void]] : []),
  ...(hasPs ? [['by ps, as on macOS', asOnMacOs] satisfies [string, () => void]] : []),
]
