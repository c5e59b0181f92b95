import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { openLocalStorage } from './local.ts'

it('keeps no folder of the trash that has no file any more, also when a process died before it was gone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hotvote-data-'))
  afterUse(() => rm(dataDir, { recursive: true }))
  const storage = await openLocalStorage(dataDir)
  const pathOf = (key: string) => join(dataDir, 'media', key)
  for (const key of ['trash/x1/2026/01/a.png', 'trash/x1/2026/01/b.png', 'trash/x2/2026/01/a.png', '2026/01/a.png']) {
    await mkdir(dirname(pathOf(key)), { recursive: true })
    await writeFile(pathOf(key), 'x')
  }
  const folders = () => ['2026/01', 'trash', 'trash/x1', 'trash/x2'].filter((folder) => existsSync(pathOf(folder)))
  await storage.delete('2026/01/a.png')
  await storage.delete('trash/x1/2026/01/a.png')
  expect(existsSync(pathOf('trash/x1/2026/01/b.png'))).toBe(true)
  await storage.delete('trash/x1/2026/01/b.png')
  expect(folders()).toEqual(['2026/01', 'trash', 'trash/x2'])
  // A process deleted the file and died: the job deletes it again.
  await rm(pathOf('trash/x2/2026/01/a.png'))
  await storage.delete('trash/x2/2026/01/a.png')
  expect(folders()).toEqual(['2026/01', 'trash'])
})
