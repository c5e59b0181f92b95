import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quarters } from '../../test/pictures.ts'
import { openLog } from '../log.ts'
import { createDecoderPool } from './decoder-pool.ts'

const log = openLog({ logLevel: 'silent' })
const runIn = (folder: string, fileMs: number) =>
  createDecoderPool(log, { parallel: 1, waiting: 0, niceness: 0, fileMs }).run({
    what: 'renditions',
    path: join(folder, 'given'),
    folder,
  })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hotvote-test-'))
  await writeFile(join(folder, 'given'), await quarters(16, 16).png().toBuffer())
})
afterEach(() => rm(folder, { recursive: true }))

it('gives a file up that takes longer than the pool allows, and only then', async () => {
  await expect(runIn(folder, 1)).rejects.toMatchObject({ code: 'unreadable_media' })
  await expect(runIn(folder, 600_000)).resolves.toMatchObject({ renditions: { files: [{ variant: 'display' }] } })
})
