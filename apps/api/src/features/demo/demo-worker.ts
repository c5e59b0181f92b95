import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { CLIPS, type DrawnClip } from './collection/clips.ts'
import { DRAWINGS } from './collection/collection.ts'
import type { Drawing } from './collection/drawing.ts'
import type { DemoFile } from './demo-files.ts'
import type { Raster } from './drawing/raster.ts'
import { drawnMp4 } from './video/mp4.ts'

/** Pictures between two clips. */
const PICTURES_A_CLIP = 8

const imageFile = async (name: string, { width, height, rgb }: Raster): Promise<DemoFile> => {
  const image = sharp(rgb, { raw: { width, height, channels: 3 } })
  if (name.endsWith('.png')) return { name, mimeType: 'image/png', bytes: await image.png().toBuffer() }
  if (name.endsWith('.webp'))
    return { name, mimeType: 'image/webp', bytes: await image.webp({ quality: 88, effort: 2 }).toBuffer() }
  return { name, mimeType: 'image/jpeg', bytes: await image.jpeg({ quality: 90 }).toBuffer() }
}

const clipFile = async ({ name, draw }: DrawnClip): Promise<DemoFile> => ({
  name,
  mimeType: 'video/mp4',
  bytes: await drawnMp4(draw()),
})

const fileOf = (item: Drawing | DrawnClip): Promise<DemoFile> =>
  'size' in item ? imageFile(item.name, item.draw(item.size).finish()) : clipFile(item)

const inOrder: (Drawing | DrawnClip)[] = DRAWINGS.flatMap((drawing, i) => {
  const clip = (i + 1) % PICTURES_A_CLIP === 0 ? CLIPS[Math.floor(i / PICTURES_A_CLIP)] : undefined
  return clip ? [drawing, clip] : [drawing]
})

/** Draws one item while the one before is still being encoded on another thread. */
const drawAll = async (skip: string[]) => {
  let sent = Promise.resolve()
  for (const item of inOrder.filter(({ name }) => !skip.includes(name))) {
    const file = fileOf(item)
    await sent
    sent = file.then((ready) => parentPort?.postMessage(ready))
  }
  await sent
}

await drawAll(workerData.skip)
