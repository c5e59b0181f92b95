import { open } from 'node:fs/promises'

/** Makes the bytes of a file, or the names in a folder, durable. */
export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+').catch(() => open(path, 'r'))
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
