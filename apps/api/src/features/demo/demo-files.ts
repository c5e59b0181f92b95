import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const WORKER = new URL('./demo-worker.ts', import.meta.url)

/** A file as somebody would upload it; `bytes` is the whole of it. */
export type DemoFile = {
  name: string
  mimeType: 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4'
  bytes: Uint8Array
}

/** A buffer arrives from another thread as its plain ancestor. */
const sent: z.ZodType<DemoFile> = z.object({
  name: z.string(),
  mimeType: z.enum(['image/jpeg', 'image/png', 'image/webp', 'video/mp4']),
  bytes: z.instanceof(Uint8Array),
})

/**
 * The demo collection, 24 pictures and 2 short videos, each handed out as soon as it is drawn. Drawing happens on a
 * thread of its own, so that the server keeps answering. Always the same files; those named in `skip` are left out.
 * @throws AbortError when `signal` fires; whatever fails in the thread
 */
export async function* demoFiles(skip: string[] = [], signal?: AbortSignal): AsyncGenerator<DemoFile> {
  const worker = new Worker(WORKER, { workerData: { skip } })
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'], signal })) {
      yield sent.parse(message)
    }
  } finally {
    await worker.terminate()
  }
}
