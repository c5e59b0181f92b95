import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ORIGINAL_MAX, type Storage, storageUnavailable } from './storage.ts'
import { withTempFolder } from './temp-folder.ts'

type Stores = { storage: Storage; tempDir: string }

const copyBytes = ({ storage, tempDir }: Stores, from: string, to: string): Promise<boolean> =>
  withTempFolder(tempDir, async (folder) => {
    const path = join(folder, 'stored')
    const copied = await storage.copy(from, { to: path, limit: ORIGINAL_MAX })
    if (copied === 'gone') return false
    if (copied !== 'complete') throw storageUnavailable(new Error(`A stored file is ${copied}`))
    await storage.put(to, path, (await stat(path)).size)
    return true
  })

/**
 * Stores a file of ours under another key, too, by a link where the store has such. False when there is none.
 * @throws {AppError} `unavailable`
 */
export const copyStored = async (stores: Stores, from: string, to: string): Promise<boolean> =>
  (await stores.storage.link(from, to)) || copyBytes(stores, from, to)
