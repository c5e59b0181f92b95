import type { Session } from '@hotvote/shared/visitor/sessions'
import { randomId } from '../../lib/browser/device.ts'

export type Visitor = Pick<Session, 'id' | 'sessionId' | 'createdAt'>

/** So is a visitor whom the server had forgotten: their browser goes on with the session that it remembers. */
export const isSameVisitor = (one: Visitor, other: Visitor) =>
  one.sessionId === other.sessionId || (one.id === other.id && one.createdAt === other.createdAt)

/** One file on the upload screen (`visitor.md §3`), and what its row shows beyond that. */
export type UploadItem = {
  readonly id: number
  readonly file: File
  /** The same at every attempt: a file whose answer was lost is not stored twice. */
  readonly key: string
  readonly status: 'pending' | 'uploading' | 'completed' | 'error'
  /** 0 to 100, whole. 100 while uploading: all is sent and the server is at work on it. */
  readonly progress: number
  /** What went wrong, for the visitor to read. Empty unless the status is `error`. */
  readonly error: string
  /** Its upload was asked for while as many others as may were on their way; only a pending item waits. */
  readonly waiting: boolean
  /** Network or server were away for it, or for one before it: it resumes once they are back. */
  readonly isCutOff: boolean
  /** It failed, and may arrive when it is sent again. */
  readonly isRetriable: boolean
  /** Stored, and shown to nobody until the operator has seen it. */
  readonly isInReview: boolean
  /** Refused before it was sent: trying again cannot help. */
  readonly refused: boolean
  /** Files that were refused with it and have no row of their own. */
  readonly more: number
  /** In whose name it was started; undefined where nobody was known yet. */
  readonly owner: Visitor | undefined
  /** Somebody else was here when its turn came: it waits to be started in their name. */
  readonly isLeft: boolean
  /** Bytes per second, 0 while unknown. */
  readonly speed: number
  /** The run of uploads, from the first that starts to the last that ends, that it belongs to; 0 before its own start. */
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
  isCutOff: false,
  isRetriable: false,
  isInReview: false,
  refused: false,
  more: 0,
  owner: undefined,
  isLeft: false,
  speed: 0,
  batch: 0,
})

export const isProcessing = (item: UploadItem) => item.status === 'uploading' && item.progress === 100
export const isActive = (item: UploadItem) => item.status === 'uploading' || item.waiting
/** It waits to be started, is on its way, or failed and may yet arrive. */
export const isUnsent = (item: UploadItem) =>
  item.status === 'pending' || item.status === 'uploading' || item.isRetriable
/** What Upload All would start. */
export const isStartable = (item: UploadItem) => item.status === 'pending' && !item.waiting
/** Nothing more can become of it: what Clear finished takes away. */
export const isFinished = (item: UploadItem) => item.status === 'completed' || item.refused
