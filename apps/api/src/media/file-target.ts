import { type FileHandle, open } from 'node:fs/promises'
import { StreamTarget, type StreamTargetChunk } from 'mediabunny'

/** Bytes gathered before they are written. */
const CHUNK = 1024 * 1024

/** A disk that becomes full takes a part of what it is given before it fails: only then does it say why. */
const writeAll = async (handle: FileHandle, { data, position }: StreamTargetChunk): Promise<void> => {
  for (let done = 0; done < data.byteLength; ) {
    const { bytesWritten } = await handle.write(data, done, data.byteLength - done, position + done)
    done += bytesWritten
  }
}

/** A new file as the target of a muxer. The library's own `FilePathTarget` takes a half-written chunk for a written one. */
export const openFileTarget = async (path: string) => {
  const handle = await open(path, 'w')
  const writable = new WritableStream<StreamTargetChunk>({ write: (chunk) => writeAll(handle, chunk) })
  return { target: new StreamTarget(writable, { chunked: true, chunkSize: CHUNK }), close: () => handle.close() }
}
