import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Caller } from './dataset.ts'
import { median } from './load.ts'

type Photo = { what: string; bytes: Buffer }

/** Coarse, middle and fine noise above each other: as hard to compress as a photo of a camera. */
const photoLike = async (width: number, height: number) => {
  const layer = (sigma: number, grain: number) =>
    sharp({
      create: {
        width: Math.ceil(width / grain),
        height: Math.ceil(height / grain),
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .png({ compressionLevel: 1 })
      .toBuffer()
  const [coarse, middle, fine] = await Promise.all([layer(60, 80), layer(50, 12), layer(26, 2)])
  return sharp(coarse)
    .composite([
      { input: middle, blend: 'overlay' },
      { input: fine, blend: 'soft-light' },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
}

const upload = async (url: string, { id, cookie }: Caller, { bytes }: Photo): Promise<number> => {
  const body = new FormData()
  body.set('userId', String(id))
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const start = performance.now()
  const answer = await fetch(`${url}/api/media/upload`, { method: 'POST', headers: { cookie }, body })
  if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}: ${await answer.text()}`)
  await answer.text()
  return performance.now() - start
}

/** Milliseconds between an upload's answer and the next one: a visitor who uploads one photo has the machine to themselves. */
const REST = 2500
const ALONE = 7
const TOGETHER = 4
const ROUNDS = 5

const aloneOf = async (url: string, caller: Caller, photo: Photo) => {
  const times: number[] = []
  for (let n = 0; n < ALONE; n++) {
    await pause(REST)
    times.push(await upload(url, caller, photo))
  }
  return median(times)
}

/** Four at once, a second later four more. */
const togetherOf = async (url: string, caller: Caller, photo: Photo) => {
  const rounds: Promise<number[]>[] = []
  for (let n = 0; n < ROUNDS; n++) {
    rounds.push(Promise.all(Array.from({ length: TOGETHER }, () => upload(url, caller, photo))))
    await pause(1000)
  }
  return median((await Promise.all(rounds)).flat())
}

/** Milliseconds from the request to the answer, medians: one upload at a time, and four at once each second. */
export type UploadTimes = { what: string; bytes: number; alone: number; together: number }

export const timeUploads = async (url: string, caller: Caller): Promise<UploadTimes[]> => {
  const photos = [
    { what: 'upload, 1600 x 1067', bytes: await photoLike(1600, 1067) },
    { what: 'upload, 12 megapixels', bytes: await photoLike(4000, 3000) },
  ]
  const times: UploadTimes[] = []
  for (const photo of photos) {
    const { what, bytes } = photo
    const alone = await aloneOf(url, caller, photo)
    times.push({ what, bytes: bytes.length, alone, together: await togetherOf(url, caller, photo) })
  }
  return times
}
