import type { Session } from '@hotvote/shared/visitor/sessions'
import { randomId } from '../../lib/browser/device.ts'

export type Visitor = Pick<Session, 'id' | 'sessionId' | 'createdAt'>

/** Compares session ids too, because a visitor whose account was deleted gets a new id in the same session. */
export const isSameVisitor = (one: Visitor, other: Visitor) =>
  one.sessionId === other.sessionId || (one.id === other.id && one.createdAt === other.createdAt)

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
  readonly isInReview: boolean
  /** True while an automatic check decides whether to show the file. */
  readonly isChecking: boolean
  /** True if the file was refused before sending, so a retry cannot help. */
  readonly refused: boolean
  /** Number of additional refused files that share this row. */
  readonly more: number
  /** Visitor who started the upload; undefined if not known at that time. */
  readonly owner: Visitor | undefined
  /** True if the file was not sent because another visitor had logged in. */
  readonly isLeft: boolean
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
  isInReview: false,
  isChecking: false,
  refused: false,
  more: 0,
  owner: undefined,
  isLeft: false,
  speed: 0,
  batch: 0,
})

export const isProcessing = (item: UploadItem) => item.status === 'uploading' && item.progress === 100
export const isActive = (item: UploadItem) => item.status === 'uploading' || item.waiting
export const isUnsent = (item: UploadItem) =>
  item.status === 'pending' || item.status === 'uploading' || item.isRetriable
export const isStartable = (item: UploadItem) => item.status === 'pending' && !item.waiting
export const isFinished = (item: UploadItem) => item.status === 'completed' || item.refused
