import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Caller } from './dataset.ts'
import { photoLike, type UploadedFile, upload } from './uploads.ts'

const FILMS = 20
const FILM_BYTES = 20_000_000
const PHOTOS = 100
const [WIDTH, HEIGHT] = [1600, 1067]
/** Milliseconds between a vote's answer and the next vote, and between two looks at the memory. */
const REST = { vote: 10, memory: 200 }
/** Milliseconds that votes are measured before anything is uploaded. */
const IDLE = 10_000

/** A film of that size: what players skip stands behind the pictures of a short one. */
const filmOf = (clip: Buffer) => {
  const padding = Buffer.alloc(FILM_BYTES - clip.length)
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4, 'latin1')
  randomBytes(16).copy(padding, 8)
  return Buffer.concat([clip, padding])
}

/** Other parts of one large picture. */
const photosOf = async () => {
  const whole = await photoLike(WIDTH + PHOTOS, HEIGHT)
  const part = (left: number) =>
    sharp(whole).extract({ left, top: 0, width: WIDTH, height: HEIGHT }).jpeg({ quality: 90 }).toBuffer()
  const photos: Buffer[] = []
  for (let left = 0; left < PHOTOS; left++) photos.push(await part(left))
  return photos
}

const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])

/** Bytes that a process holds, its share of what it has in common with others. Zero once it has ended. */
const bytesOf = (pid: number) => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Processes that began below one, with it. Linux. */
const familyOf = (root: number) => {
  const parents = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [[Number(pid), parentOf(pid)] as const] : []
    } catch {
      return []
    }
  })
  const family = [root]
  for (const member of family) family.push(...parents.flatMap(([pid, parent]) => (parent === member ? [pid] : [])))
  return family
}

const memoryOf = (root: number) => familyOf(root).reduce((sum, pid) => sum + bytesOf(pid), 0)

/** The most that was held until it is stopped, in bytes. */
const watchMemory = (pid: number) => {
  let most = memoryOf(pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, REST.memory)
  return () => {
    clearInterval(timer)
    return most
  }
}

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

/** One vote after the other, each on an item of its own, until `isOver`. */
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
      await pause(REST.vote)
    }
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  }
}

const slowestOf = (uploads: { milliseconds: number }[]) => Math.max(...uploads.map(({ milliseconds }) => milliseconds))

type Waits = { p50: number; p99: number }
/** Seconds, milliseconds and bytes. */
export type Rush = {
  seconds: number
  slowest: { film: number; photo: number }
  /** Uploads that were told to come again in some seconds. */
  refused: number
  idle: Waits
  meanwhile: Waits
  memory: { before: number; most: number }
}

/** Twenty films and a hundred photos in the same moment, beside somebody who votes. */
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
    seconds,
    slowest: { film: slowestOf(ofFilms), photo: slowestOf(ofPhotos) },
    refused: [...ofFilms, ...ofPhotos].filter(({ refused }) => refused > 0).length,
    idle,
    meanwhile,
    memory: { before, most: stopWatching() },
  }
}
