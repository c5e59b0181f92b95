import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Caller } from './dataset.ts'
import { median } from './load.ts'

export type UploadedFile = { bytes: Buffer; type: string; name: string }
type Photo = UploadedFile & { what: string }

/** Coarse, medium and fine noise, which compresses as badly as a camera photo. */
export const photoLike = async (width: number, height: number) => {
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

const post = (url: string, { id, cookie }: Caller, { bytes, type, name }: UploadedFile) => {
  const body = new FormData()
  body.set('userId', String(id))
  body.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return fetch(`${url}/api/media/upload`, { method: 'POST', headers: { cookie }, body })
}

/** Retries after `Retry-After`. Returns milliseconds until acceptance. */
export const upload = async (url: string, caller: Caller, file: UploadedFile) => {
  const start = performance.now()
  for (let refused = 0; ; refused++) {
    const answer = await post(url, caller, file)
    const text = await answer.text()
    if (answer.status === 201) return { milliseconds: performance.now() - start, refused }
    const retryAfter = Number(answer.headers.get('Retry-After') ?? 0)
    if (retryAfter === 0) throw new Error(`An upload was answered with ${answer.status}: ${text}`)
    await pause(retryAfter * 1000)
  }
}

/** Milliseconds between sequential uploads. */
const REST = 2500
const ALONE = 7
const TOGETHER = 4
const ROUNDS = 5

const aloneOf = async (url: string, caller: Caller, photo: Photo) => {
  const times: number[] = []
  for (let n = 0; n < ALONE; n++) {
    await pause(REST)
    times.push((await upload(url, caller, photo)).milliseconds)
  }
  return median(times)
}

const togetherOf = async (url: string, caller: Caller, photo: Photo) => {
  const rounds: Promise<number[]>[] = []
  for (let n = 0; n < ROUNDS; n++) {
    rounds.push(
      Promise.all(Array.from({ length: TOGETHER }, async () => (await upload(url, caller, photo)).milliseconds)),
    )
    await pause(1000)
  }
  return median((await Promise.all(rounds)).flat())
}

/** Median milliseconds of sequential uploads (`alone`) and of four per second (`together`). */
export type UploadTimes = { what: string; bytes: number; alone: number; together: number }

export const timeUploads = async (url: string, caller: Caller): Promise<UploadTimes[]> => {
  const photo = async (what: string, width: number, height: number): Promise<Photo> => ({
    what: `upload, ${what}`,
    bytes: await photoLike(width, height),
    type: 'image/jpeg',
    name: 'photo.jpg',
  })
  const photos = [await photo('1600 x 1067', 1600, 1067), await photo('12 megapixels', 4000, 3000)]
  const times: UploadTimes[] = []
  for (const photo of photos) {
    const { what, bytes } = photo
    const alone = await aloneOf(url, caller, photo)
    times.push({ what, bytes: bytes.length, alone, together: await togetherOf(url, caller, photo) })
  }
  return times
}
