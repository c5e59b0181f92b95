import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { readDisk } from '../../platform/storage/free-disk.ts'
import { syncToDisk } from '../../platform/storage/storage.ts'

/** Bytes. The trailer is appended after the end of the archive, so tar programs ignore it. */
export const TRAILER_SIZE = 512

const FORM = /^hotvote-backup sha256 ([0-9a-f]{64})\n\0+$/

const buildTrailer = (sha256: string) => {
  const block = Buffer.alloc(TRAILER_SIZE)
  block.write(`hotvote-backup sha256 ${sha256}\n`)
  return block
}

export const sha256In = (block: Buffer): string | undefined => FORM.exec(block.toString('latin1'))?.[1]

type Entry = { name: string; size: number; mtime?: Date; chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }
export type AddEntry = (entry: Entry) => Promise<void>
/** `minFree` is in bytes. `verify` throws if it cannot read the written file. */
type Options = { minFree: number; signal: AbortSignal; verify?: (unfinished: string) => Promise<unknown> }

/** Bytes written between checks of the free disk space. */
const CHECK_INTERVAL = 64 * 1024 * 1024
/** Milliseconds without a change after which another process may delete an unfinished archive. */
const ABANDONED_AGE = 60 * 60 * 1000
const UNFINISHED = '.hotvote-part'

const removeAbandoned = async (folder: string) => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_AGE) await rm(join(folder, name), { force: true })
  }
}

const refuseFullDisk = async (folder: string, minFree: number) => {
  if ((await readDisk(folder)).free < minFree)
    throw new Error(`The disk of ${folder} has no room for it (MIN_FREE_MB stay free).`)
}

const writeAll = async (
  target: { handle: FileHandle; folder: string },
  chunks: AsyncIterable<Uint8Array>,
  { minFree, signal }: Options,
) => {
  const hash = createHash('sha256')
  let bytes = 0
  let nextCheck = 0
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    if (bytes >= nextCheck) {
      await refuseFullDisk(target.folder, minFree + CHECK_INTERVAL)
      nextCheck = bytes + CHECK_INTERVAL
    }
    hash.update(chunk)
    await target.handle.appendFile(chunk)
    bytes += chunk.length
  }
  const trailer = buildTrailer(hash.digest('hex'))
  await target.handle.appendFile(trailer)
  await target.handle.sync()
  return bytes + trailer.length
}

const adderTo =
  (controller: TarPackController): AddEntry =>
  async ({ chunks, ...header }) => {
    const writer = controller.add({ ...header, mode: 0o600 }).getWriter()
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  }

const pack = async (
  target: { handle: FileHandle; folder: string },
  fill: (add: AddEntry) => Promise<void>,
  options: Options,
) => {
  const { readable, controller } = createTarPacker()
  const filled = fill(adderTo(controller)).then(
    () => controller.finalize(),
    (failure) => controller.error(failure),
  )
  const [written] = await Promise.allSettled([writeAll(target, readable, options), filled])
  if (written.status === 'rejected') throw written.reason
  return written.value
}

/** Writes a tar archive that only its owner can read, and renames it once it is complete and synced. */
export const writeArchive = async (file: string, fill: (add: AddEntry) => Promise<void>, options: Options) => {
  const folder = dirname(file)
  await removeAbandoned(folder)
  const unfinished = join(folder, `.${basename(file)}.${randomUUID()}${UNFINISHED}`)
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    const bytes = await pack({ handle, folder }, fill, options).finally(() => handle.close())
    await options.verify?.(unfinished)
    await rename(unfinished, file)
    await syncToDisk(folder)
    return bytes
  } catch (failure) {
    await rm(unfinished, { force: true })
    throw failure
  }
}
