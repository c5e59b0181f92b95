import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { run } from './process.ts'

const count = (text: string, part: string) => text.split(part).length - 1

/** What keeps a place from being changed in the sources under `root`, or undefined. */
export function problemOf(root: string, { file, find, row }: Place): string | undefined {
  let text: string
  try {
    text = readFileSync(join(root, file), 'utf8')
  } catch {
    return `${row}: there is no ${file}`
  }
  const times = count(text, find)
  return times === 1 ? undefined : `${row}: ${JSON.stringify(find)} is ${times} times in ${file}`
}

async function must(command: string[], cwd: string) {
  const { code, said } = await run(command, { cwd })
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${said}`)
  return said
}

/** The commit of the working tree, and whether there is more in it. */
export async function headOf(root: string) {
  const commit = (await must(['git', 'rev-parse', 'HEAD'], root)).trim()
  return { commit, isChanged: (await must(['git', 'status', '--porcelain'], root)) !== '' }
}

/**
 * The commit in a folder of its own with its dependencies. Installed and not linked: a linked `node_modules` would take
 * `@hotvote/shared` from the working tree, where nothing is changed.
 */
export async function cloneOf(root: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-mutate-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await must(['git', 'clone', '--quiet', root, folder], root)
    // Named, as pnpm would begin another store beside a folder that is on another file system.
    const store = (await must(['pnpm', 'store', 'path'], root)).trim()
    await must(['pnpm', 'install', '--offline', '--frozen-lockfile', '--store-dir', store], folder)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove }
}

/** Writes one replacement, does the work and puts the file back. */
export async function mutated<T>(root: string, place: Place & { with: string }, work: () => Promise<T>): Promise<T> {
  const path = join(root, place.file)
  const text = readFileSync(path, 'utf8')
  // A function, so that a `$` in the replacement is a `$`.
  writeFileSync(
    path,
    text.replace(place.find, () => place.with),
  )
  try {
    return await work()
  } finally {
    writeFileSync(path, text)
  }
}
