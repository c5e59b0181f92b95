import { counted } from '@hotvote/shared/counted'
import { hasStatus, isOutage } from '../../lib/api/call-error.ts'
import { type Announcement, announcementAfter, SILENCE } from '../../lib/browser/announcement.ts'
import { describeReview } from '../../lib/browser/format.ts'
import { store } from '../../lib/browser/store.ts'
import { describeFailure, isRetriable, type Progress, type Sent } from './upload.api.ts'
import { isActive, isFinished, isStartable, newItem, type UploadItem } from './upload-item.ts'

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
  /** `percent` is the share of bytes sent, from 0 to 100. `speed` is in bytes per second. */
  batch: { files: number; percent: number; bytesLeft: number; speed: number }
}

const sum = (items: readonly UploadItem[], value: (item: UploadItem) => number) =>
  items.reduce((total, item) => total + value(item), 0)

/** `batch` leaves out failed files, so it can reach 100%. */
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
    refused: items.filter((item) => item.refused).length,
    batch: {
      files: inBatch.length,
      percent: bytes > 0 ? Math.floor((100 * sent) / bytes) : 0,
      bytesLeft: bytes - sent,
      speed: sum(inBatch, (item) => item.speed),
    },
  }
}

const IN_FLIGHT = 3
/** Status codes that affect all waiting files, so they return to pending. */
const STOPPING_STATUSES = [401, 429]

const ENQUEUED = {
  status: 'pending',
  waiting: true,
  isInterrupted: false,
  isRetriable: false,
  error: '',
  progress: 0,
} as const

export type UploadState = {
  readonly items: readonly UploadItem[]
  /** The batch whose total progress is shown. */
  readonly batch: number
  /** Announcement for screen readers. */
  readonly announcement: Announcement
}

/** `left` files were cancelled. */
export type Outcome = { completed: number; failed: number; left: number }

export type Send = (
  item: Pick<UploadItem, 'file' | 'key'>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Sent>

type Ports = {
  send: Send
  /** Called after the last running upload has ended. */
  onSettled: (outcome: Outcome) => void
}

type Rejection = { file: File; error: string }

/** Builds a single announcement, because screen readers read only the last of several. */
function describeAdded(files: readonly File[], rejections: readonly Rejection[]) {
  const refused = rejections.length
  if (files.length === 0 && refused === 1) return `${rejections[0]?.file.name}: refused`
  const added = files.length > 0 && `${counted(files.length, 'file')} added`
  return [added, refused > 0 && `${counted(refused, 'file')} refused`].filter(Boolean).join(', ')
}

/** The visitor's upload queue (`visitor.md §4`, Upload item). */
export class UploadQueue {
  readonly #store = store<UploadState>({ items: [], batch: 0, announcement: SILENCE })
  readonly state = this.#store.get
  readonly subscribe = this.#store.subscribe
  readonly use = this.#store.use
  readonly #ports: Ports
  readonly #aborts = new Map<number, AbortController>()
  #busy = false
  #lastId = 0

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Adds files. A refused file gets a row that shows the reason. */
  add(files: readonly File[], rejections: readonly Rejection[] = []) {
    if (files.length + rejections.length === 0) return
    const added = files.map((file) => newItem(++this.#lastId, file))
    const refused = rejections.map(({ file, error }) => ({
      ...newItem(++this.#lastId, file),
      status: 'error' as const,
      error,
      refused: true,
    }))
    this.#set([...this.state().items, ...added, ...refused], describeAdded(files, rejections))
  }

  start(id: number) {
    this.#enqueue((item) => item.id === id && !item.refused && (isStartable(item) || item.status === 'error'))
  }

  /** Starts all pending items, but no failed ones (`visitor.md §4`). */
  startAll() {
    this.#enqueue(isStartable)
  }

  /** Resumes uploads that an outage interrupted (docs/decisions/020). */
  resumeInterrupted() {
    this.#enqueue((item) => item.isInterrupted)
  }

  cancel(id: number) {
    if (!this.state().items.some((item) => item.id === id && isActive(item))) return
    this.#aborts.get(id)?.abort()
    this.#aborts.delete(id)
    this.#patch(id, { status: 'pending', waiting: false, progress: 0, speed: 0 }, (name) => `${name}: cancelled`)
    this.#next()
  }

  cancelAll() {
    for (const item of this.state().items.filter((one) => one.waiting || one.isInterrupted))
      this.#patch(item.id, { waiting: false, isInterrupted: false })
    for (const item of this.state().items.filter(isActive)) this.cancel(item.id)
  }

  remove(id: number) {
    const item = this.state().items.find((one) => one.id === id)
    if (!item) return
    this.#aborts.get(id)?.abort()
    this.#aborts.delete(id)
    this.#set(
      this.state().items.filter((one) => one !== item),
      `${item.file.name}: removed`,
    )
    this.#next()
  }

  removeFinished() {
    const left = this.state().items.filter((item) => !isFinished(item))
    this.#set(left, 'Finished files removed from the list')
  }

  #enqueue(chosen: (item: UploadItem) => boolean) {
    const batch = this.state().items.some(isActive) ? this.state().batch : this.state().batch + 1
    const items = this.state().items.map((item) => (chosen(item) ? { ...item, ...ENQUEUED, batch } : item))
    if (!items.some((item, index) => item !== this.state().items[index])) return
    this.#set(items, undefined, batch)
    this.#next()
  }

  #next() {
    while (this.#aborts.size < IN_FLIGHT) {
      const item = this.state().items.find((one) => one.waiting)
      if (!item) break
      void this.#transfer(item)
    }
    if (this.#aborts.size > 0 || !this.#busy) return
    this.#busy = false
    this.#settle()
  }

  async #transfer({ id, file, key }: UploadItem) {
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#busy = true
    this.#patch(id, { status: 'uploading', waiting: false })
    const { signal } = abort
    try {
      const sent = await this.#ports.send({ file, key }, signal, ({ percent, speed }) => {
        // Ignore progress that an aborted request still reports.
        if (!signal.aborted) this.#patch(id, { progress: percent, speed })
      })
      if (signal.aborted) return
      const review = describeReview(sent)
      const outcome = review?.title.toLowerCase() ?? 'uploaded'
      this.#patch(id, { status: 'completed', review, progress: 100, speed: 0 }, (name) => `${name}: ${outcome}`)
    } catch (error) {
      if (signal.aborted) return
      this.#fail(id, error)
    }
    this.#aborts.delete(id)
    this.#next()
  }

  #fail(id: number, error: unknown) {
    const isInterrupted = isOutage(error)
    const change = {
      status: 'error',
      error: describeFailure(error),
      progress: 0,
      speed: 0,
      isInterrupted,
      isRetriable: isRetriable(error),
      isTakenDown: hasStatus(error, 451),
    } as const
    this.#patch(id, change, (name) => `${name}: not uploaded`)
    if (!isInterrupted && !hasStatus(error, ...STOPPING_STATUSES)) return
    this.#set(this.state().items.map((item) => (item.waiting ? { ...item, waiting: false, isInterrupted } : item)))
  }

  #settle() {
    const done = this.state().items.filter((item) => item.batch === this.state().batch)
    const count = (status: UploadItem['status']) => done.filter((item) => item.status === status).length
    this.#ports.onSettled({ completed: count('completed'), failed: count('error'), left: count('pending') })
  }

  #patch(id: number, change: Partial<UploadItem>, announce?: (name: string) => string) {
    const item = this.state().items.find((one) => one.id === id)
    if (!item) return
    const items = this.state().items.map((one) => (one === item ? { ...item, ...change } : one))
    this.#set(items, announce?.(item.file.name))
  }

  #set(items: readonly UploadItem[], text?: string, batch = this.state().batch) {
    const { announcement: last } = this.state()
    const announcement = text === undefined ? last : announcementAfter(last, text)
    this.#store.set({ items, batch, announcement })
  }
}
