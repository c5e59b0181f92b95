import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Caller } from './dataset.ts'
import { median, quantile } from './load.ts'
import { memoryOf, watchMemory } from './process-memory.ts'
import { photoLike, type UploadedFile, upload } from './uploads.ts'

const FILMS = 20
const FILM_BYTES = 20_000_000
const PHOTOS = 100
const [WIDTH, HEIGHT] = [1600, 1067]
/** Milliseconds between two votes of a visitor. */
const REST = 10
/** Milliseconds of votes before the first upload. */
const IDLE = 10_000

const filmOf = (clip: Buffer) => {
  const padding = Buffer.alloc(FILM_BYTES - clip.length)
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4, 'latin1')
  randomBytes(16).copy(padding, 8)
  return Buffer.concat([clip, padding])
}

const photosOf = async () => {
  const whole = await photoLike(WIDTH + PHOTOS, HEIGHT)
  const part = (left: number) =>
    sharp(whole).extract({ left, top: 0, width: WIDTH, height: HEIGHT }).jpeg({ quality: 90 }).toBuffer()
  const photos: Buffer[] = []
  for (let left = 0; left < PHOTOS; left++) photos.push(await part(left))
  return photos
}

const votes = (url: string, { id, cookie }: Caller) => {
  let mediaId = 0
  const vote = async () => {
    mediaId += 1
    const start = performance.now()
    const answer = await fetch(`${url}/api/votes`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: id, mediaId, isHot: true }),
    })
    if (!answer.ok) throw new Error(`A vote was answered with ${answer.status}: ${await answer.text()}`)
    await answer.text()
    return performance.now() - start
  }
  return async (isOver: () => boolean) => {
    const times: number[] = []
    while (!isOver()) {
      times.push(await vote())
      await pause(REST)
    }
    return { p50: median(times), p99: quantile(times, 0.99) }
  }
}

const slowestOf = (uploads: { milliseconds: number }[]) => Math.max(...uploads.map(({ milliseconds }) => milliseconds))

type Waits = { p50: number; p99: number }
/** Durations are in milliseconds; `memory` is in bytes. */
export type Rush = {
  what: string
  seconds: number
  slowest: { film: number; photo: number }
  /** Uploads refused with `Retry-After`. */
  refused: number
  idle: Waits
  meanwhile: Waits
  memory: { before: number; most: number }
}

/** Uploads twenty films and a hundred photos at once while a visitor votes. */
export const timeRush = async (
  { url, pid }: { url: string; pid: number },
  { uploader, voter, clip }: { uploader: Caller; voter: Caller; clip: Buffer },
): Promise<Rush> => {
  const films = Array.from({ length: FILMS }, () => ({ bytes: filmOf(clip), type: 'video/mp4', name: 'film.mp4' }))
  const photos = (await photosOf()).map((bytes) => ({ bytes, type: 'image/jpeg', name: 'photo.jpg' }))
  const measureVotes = votes(url, voter)
  const idleUntil = performance.now() + IDLE
  const idle = await measureVotes(() => performance.now() > idleUntil)
  const before = memoryOf(pid)
  const stopWatching = watchMemory(pid)
  let isOver = false
  const start = performance.now()
  const all = (files: UploadedFile[]) => Promise.all(files.map((file) => upload(url, uploader, file)))
  const uploads = Promise.all([all(films), all(photos)]).finally(() => {
    isOver = true
  })
  const [[ofFilms, ofPhotos], meanwhile] = await Promise.all([uploads, measureVotes(() => isOver)])
  const seconds = (performance.now() - start) / 1000
  return {
    what: `${FILMS} films of ${FILM_BYTES / 1e6} MB and ${PHOTOS} photos at once`,
    seconds,
    slowest: { film: slowestOf(ofFilms), photo: slowestOf(ofPhotos) },
    refused: [...ofFilms, ...ofPhotos].filter(({ refused }) => refused > 0).length,
    idle,
    meanwhile,
    memory: { before, most: stopWatching() },
  }
}
