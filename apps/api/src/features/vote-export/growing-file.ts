import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isAbsent } from '../../domain/error-code.ts'

/** Bytes that are read at a time. */
const CHUNK = 256 * 1024
/** Milliseconds between two looks for more. */
const INTERVAL = 100

/**
 * The bytes of a file while another one writes it, until `complete` resolves.
 * @throws what `complete` rejects with
 */
export async function* readGrowingFile(path: string, complete: Promise<unknown>): AsyncGenerator<Buffer> {
  let isComplete = false
  const completed = complete.then(() => {
    isComplete = true
  })
  completed.catch(() => undefined)
  const openFile = () => open(path).catch((failure) => (isAbsent(failure) ? undefined : Promise.reject(failure)))
  let handle = await openFile()
  try {
    for (;;) {
      const isLast = isComplete
      handle ??= await openFile()
      const buffer = Buffer.allocUnsafe(CHUNK)
      const bytes = handle ? (await handle.read(buffer)).bytesRead : 0
      if (bytes > 0) yield buffer.subarray(0, bytes)
      else if (isLast) return
      else await Promise.race([pause(INTERVAL), completed])
    }
  } finally {
    await handle?.close()
  }
}
