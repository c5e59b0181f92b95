import { isActive, isStartable, type UploadItem } from './upload-item.ts'
import type { UploadState } from './upload-queue.ts'

export type UploadTotals = {
  /** Number of files that may be uploaded. */
  files: number
  bytes: number
  pending: number
  active: number
  completed: number
  failed: number
  /** Number of files that may not be uploaded. */
  refused: number
  /** `percent` is 0 to 100 by bytes; `speed` is bytes per second. */
  batch: { done: number; files: number; percent: number; bytesLeft: number; speed: number }
}

const sum = (items: readonly UploadItem[], value: (item: UploadItem) => number) =>
  items.reduce((total, item) => total + value(item), 0)

/** Failed files don't count, so a batch can reach 100 %. */
export function countTotals({ items, batch }: UploadState): UploadTotals {
  const sendable = items.filter((item) => !item.refused)
  const inBatch = sendable.filter((item) => item.batch === batch && (isActive(item) || item.status === 'completed'))
  const bytes = sum(inBatch, (item) => item.file.size)
  const sent = sum(inBatch, (item) => (item.file.size * item.progress) / 100)
  return {
    files: sendable.length,
    bytes: sum(sendable, (item) => item.file.size),
    pending: items.filter(isStartable).length,
    active: items.filter(isActive).length,
    completed: items.filter((item) => item.status === 'completed').length,
    failed: sendable.filter((item) => item.status === 'error').length,
    refused: sum(items, (item) => (item.refused ? 1 + item.more : 0)),
    batch: {
      done: inBatch.filter((item) => item.status === 'completed').length,
      files: inBatch.length,
      percent: bytes > 0 ? Math.floor((100 * sent) / bytes) : 0,
      bytesLeft: bytes - sent,
      speed: sum(inBatch, (item) => item.speed),
    },
  }
}
