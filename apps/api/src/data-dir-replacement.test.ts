import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDataDir } from '../test/server-process.ts'
import { finishReplacement, holdsSite, incomingFolder, replaceSite } from './data-dir-replacement.ts'

const OLD = ['demo.json', 'mail', 'media', 'secret']
const NEW = ['media', 'postgres', 'secret']
const ASIDE = 'replaced-then'

const site = (folder: string, names: string[], content: string) => {
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), content)
}
const contentOf = (folder: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

const twoSites = () => {
  const dataDir = newDataDir()
  site(dataDir, OLD, 'old')
  site(incomingFolder(dataDir), NEW, 'new')
  writeFileSync(join(dataDir, 'hotvote.lock'), '')
  return dataDir
}
const expectNew = (dataDir: string, aside: string) => {
  expect(readdirSync(dataDir).sort()).toEqual(['hotvote.lock', aside, ...NEW].sort())
  expect(contentOf(dataDir, NEW)).toEqual({ media: 'new', postgres: 'new', secret: 'new' })
  expect(contentOf(join(dataDir, aside), OLD)).toEqual({ 'demo.json': 'old', mail: 'old', media: 'old', secret: 'old' })
}

it('moves the old site aside and the new one in, and leaves the lock', async () => {
  const dataDir = twoSites()
  const aside = await replaceSite(dataDir)
  expectNew(dataDir, aside?.slice(dataDir.length + 1) ?? '')
  await finishReplacement(dataDir)
  expect(contentOf(dataDir, NEW)).toEqual({ media: 'new', postgres: 'new', secret: 'new' })
})

const STEPS = OLD.length + NEW.length
it.each(Array.from({ length: STEPS + 1 }, (_, done) => done))(
  'killed after %d of its renames is completed',
  async (done) => {
    const dataDir = twoSites()
    writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify({ aside: ASIDE, old: OLD, incoming: NEW }))
    mkdirSync(join(dataDir, ASIDE))
    const renames = [
      ...OLD.map((name) => [join(dataDir, name), join(dataDir, ASIDE, name)] as const),
      ...NEW.map((name) => [join(incomingFolder(dataDir), name), join(dataDir, name)] as const),
    ]
    for (const [from, to] of renames.slice(0, done)) renameSync(from, to)
    await finishReplacement(dataDir)
    expectNew(dataDir, ASIDE)
  },
)

it('killed before its plan was complete leaves the old site', async () => {
  const dataDir = twoSites()
  writeFileSync(join(dataDir, 'restoring.json.new'), '{"aside":')
  await finishReplacement(dataDir)
  expect(existsSync(incomingFolder(dataDir))).toBe(false)
  expect(contentOf(dataDir, OLD)).toEqual({ 'demo.json': 'old', mail: 'old', media: 'old', secret: 'old' })
})

it('that cannot be done puts the old site back', async () => {
  const dataDir = twoSites()
  // The last one has nowhere to go, after all others went.
  site(join(incomingFolder(dataDir), 'folder'), ['file'], 'new')
  const plan = { aside: ASIDE, old: OLD, incoming: [...NEW, 'folder/file'] }
  writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify(plan))
  await expect(finishReplacement(dataDir)).rejects.toThrow('The old site was put back')
  expect(contentOf(dataDir, OLD)).toEqual({ 'demo.json': 'old', mail: 'old', media: 'old', secret: 'old' })
  expect(readdirSync(dataDir).sort()).toEqual([...OLD, 'hotvote.lock'].sort())
})

it('that finds no place for the old site leaves it where it is, for good', async () => {
  const dataDir = twoSites()
  writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify({ aside: 'secret/then', old: OLD, incoming: NEW }))
  await expect(finishReplacement(dataDir)).rejects.toThrow('The old site was put back')
  expect(readdirSync(dataDir).sort()).toEqual([...OLD, 'hotvote.lock'].sort())
  expect(contentOf(dataDir, OLD)).toEqual({ 'demo.json': 'old', mail: 'old', media: 'old', secret: 'old' })
})

it('knows a folder without a site', () => {
  const dataDir = newDataDir()
  writeFileSync(join(dataDir, 'hotvote.lock'), '')
  mkdirSync(join(dataDir, 'lost+found'))
  mkdirSync(join(dataDir, 'replaced-earlier'))
  expect(holdsSite(dataDir)).toBe(false)
  expect(holdsSite(join(dataDir, 'nowhere'))).toBe(false)
  writeFileSync(join(dataDir, 'secret'), '')
  expect(holdsSite(dataDir)).toBe(true)
  rmSync(dataDir, { recursive: true })
})
