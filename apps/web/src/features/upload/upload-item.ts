import { randomId } from '../../lib/browser/device.ts'
import type { describeReview } from '../../lib/browser/format.ts'

/** One file on the upload screen (`visitor.md §3`). */
export type UploadItem = {
  readonly id: number
  readonly file: File
  /** Idempotency key shared by all attempts, so a retry after a lost response doesn't store the file twice. */
  readonly key: string
  readonly status: 'pending' | 'uploading' | 'completed' | 'error'
  /** Whole number from 0 to 100. While uploading, 100 means that the server is processing the file. */
  readonly progress: number
  /** Empty unless the status is `error`. */
  readonly error: string
  /** True if the item is pending and waiting for a free upload slot. */
  readonly waiting: boolean
  /** True if an outage interrupted the upload, which then resumes automatically. */
  readonly isInterrupted: boolean
  readonly isRetriable: boolean
  /** True if the content was removed before. */
  readonly isTakenDown: boolean
  /** Set for a stored file that is not public yet. */
  readonly review: ReturnType<typeof describeReview>
  /** True if the file was refused before sending, so a retry cannot help. */
  readonly refused: boolean
  /** Bytes per second; 0 while unknown. */
  readonly speed: number
  readonly batch: number
}

export const newItem = (id: number, file: File): UploadItem => ({
  id,
  file,
  key: randomId(),
  status: 'pending',
  progress: 0,
  error: '',
  waiting: false,
  isInterrupted: false,
  isRetriable: false,
  isTakenDown: false,
  review: undefined,
  refused: false,
  speed: 0,
  batch: 0,
})

export const isProcessing = (item: UploadItem) => item.status === 'uploading' && item.progress === 100
export const isActive = (item: UploadItem) => item.status === 'uploading' || item.waiting
export const isUnsent = (item: UploadItem) =>
  item.status === 'pending' || item.status === 'uploading' || item.isRetriable
export const isStartable = (item: UploadItem) => item.status === 'pending' && !item.waiting
export const isFinished = (item: UploadItem) =>
  item.status === 'completed' || (item.status === 'error' && !item.isRetriable)
