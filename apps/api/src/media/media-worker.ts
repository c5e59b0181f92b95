/**
 * The process that decodes uploaded files. What happens here to memory, time or to a decoder with a hole does not happen
 * to the process that serves visitors, holds the database's password and signs cookies.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { AppError } from '../domain/errors.ts'
import { UPLOAD_TIME } from './media-limits.ts'
import { processMedia, processRenditions } from './process-media.ts'
import type { Order, Reply } from './worker-messages.ts'

const run = async ({ what, path, folder }: Order) => {
  try {
    if (what === 'renditions') return { renditions: await processRenditions(path, folder) }
    return { media: await processMedia(path, folder) }
  } catch (failure) {
    if (failure instanceof AppError) return { code: failure.code, text: failure.message }
    throw failure
  }
}

const answer = async (order: Order): Promise<Reply> => {
  const before = process.cpuUsage()
  const spent = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const giveUp = () => spent() > UPLOAD_TIME.processorSeconds && process.exit(1)
  const watch = order.what === 'upload' ? setInterval(giveUp, 200) : undefined
  const result = await run(order)
  clearInterval(watch)
  return { ...result, seconds: spent() }
}

/** The first picture of a process takes half as long again as the next ones: here it is one that nobody waits for. */
const warmUp = async (parent: string) => {
  const folder = await mkdtemp(join(parent, 'warm-up-'))
  try {
    const path = join(folder, 'given')
    await sharp({ create: { width: 64, height: 48, channels: 3, background: 'grey' } })
      .jpeg()
      .toFile(path)
    await processMedia(path, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// A stop signal to the whole group lets a job finish; the end of the parent ends this process.
process.on('SIGTERM', () => undefined)
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
// A parser's forgotten promise is the fault of the file in work, which then fails by itself or by its time limit.
process.on('unhandledRejection', () => undefined)
// Only the parent that started this process can write to it.
process.on('message', async (message: Order) => process.send?.(await answer(message)))

const [, , warmUpIn] = process.argv
// One that is not warm only takes longer.
if (warmUpIn !== undefined) warmUp(warmUpIn).catch(() => undefined)
