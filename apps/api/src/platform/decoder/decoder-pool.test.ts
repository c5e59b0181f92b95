import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quarters } from '../../../test/make/pictures.ts'
import { openLog } from '../config/log.ts'
import { createDecoderPool } from './decoder-pool.ts'

const log = openLog({ logLevel: 'silent' })
const newPool = (fileMs: number) => createDecoderPool(log, { parallel: 1, waiting: 0, niceness: 0, fileMs })
const runIn = (folder: string, pool: ReturnType<typeof newPool>) =>
  pool.run({ what: 'renditions', path: join(folder, 'given'), folder })
const MADE = { renditions: { files: [{ variant: 'display' }, { variant: 'share' }] } }

const { execPath } = process
const withoutProcesses = async (program: string, work: () => Promise<void>) => {
  process.execPath = program
  try {
    await work()
    await new Promise(setImmediate)
  } finally {
    process.execPath = execPath
  }
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hotvote-test-'))
  await writeFile(join(folder, 'given'), await quarters(16, 16).png().toBuffer())
})
afterEach(() => rm(folder, { recursive: true }))

it('rejects a slow file only after the time limit of the pool', async () => {
  await expect(runIn(folder, newPool(1))).rejects.toMatchObject({ code: 'unreadable_media' })
  await expect(runIn(folder, newPool(600_000))).resolves.toMatchObject(MADE)
})

it.each(['/nowhere/node', ''])(
  'rejects no file when its process could not start (%j), and starts another',
  async (program) => {
    const pool = newPool(600_000)
    await withoutProcesses(program, async () => {
      pool.keepOneReady(folder)
      await expect(runIn(folder, pool)).rejects.toMatchObject({ code: 'unavailable' })
      pool.keepOneReady(folder)
    })
    await expect(runIn(folder, pool)).resolves.toMatchObject(MADE)
  },
)
