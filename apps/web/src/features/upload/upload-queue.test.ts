import { expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { isUnsent } from './upload-item.ts'
import { countTotals, type Outcome, type Send, UploadQueue } from './upload-queue.ts'

type Sent = {
  signal: AbortSignal
  onProgress: Parameters<Send>[2]
  succeed: (isInReview?: boolean, isChecking?: boolean) => void
  fail: (error: unknown) => void
}

const noAnswer = () => new TypeError('Failed to fetch')
const refusal = (status: number, message = '') => new CallError(status, '', JSON.stringify({ message }))

const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

function makeQueue(...names: string[]) {
  const transfers = new Map<string, Sent>()
  const outcomes: Outcome[] = []
  const queue = new UploadQueue({
    send: ({ file }, signal, onProgress) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ isWaiting: boolean; isChecking: boolean }>()
      signal.addEventListener('abort', () => reject(signal.reason))
      transfers.set(file.name, {
        signal,
        onProgress,
        succeed: (isInReview = false, isChecking = false) => resolve({ isWaiting: isInReview, isChecking }),
        fail: reject,
      })
      return promise
    },
    onSettled: (outcome) => outcomes.push(outcome),
  })
  queue.add(names.map(picture))
  const item = (name: string) => {
    const found = queue.state().items.find((one) => one.file.name === name)
    if (!found) throw new Error(`${name} is not in the list`)
    return found
  }
  const sent = (name: string) => {
    const found = transfers.get(name)
    if (!found) throw new Error(`${name} was not sent`)
    return found
  }
  const statuses = () => queue.state().items.map(({ status, waiting }) => (waiting ? 'waiting' : status))
  return { queue, outcomes, transfers, item, sent, statuses }
}

test('sends three files at a time and the others as places become free', async () => {
  const { queue, transfers, sent, statuses } = makeQueue('a', 'b', 'c', 'd', 'e')
  queue.startAll()
  expect(statuses()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting'])
  sent('b').succeed()
  await expect.poll(statuses).toEqual(['uploading', 'completed', 'uploading', 'uploading', 'waiting'])
  expect([...transfers.keys()]).toEqual(['a', 'b', 'c', 'd'])
})

test('starts only pending files by Upload All', async () => {
  const { queue, transfers, item, sent, statuses } = makeQueue('a', 'b')
  queue.start(item('a').id)
  sent('a').fail(refusal(500))
  await expect.poll(statuses).toEqual(['error', 'pending'])
  queue.startAll()
  expect(statuses()).toEqual(['error', 'uploading'])
  expect(transfers.size).toBe(2)
})

test('shows the message of a failed upload and retries it', async () => {
  const { queue, item, sent, statuses } = makeQueue('a')
  queue.startAll()
  sent('a').fail(noAnswer())
  await expect.poll(() => item('a').error).toBe('Network error during upload')
  queue.start(item('a').id)
  expect(item('a').error).toBe('')
  sent('a').fail(new Error('of no interest to a visitor'))
  await expect.poll(() => item('a').error).toBe('Upload failed')
  queue.start(item('a').id)
  sent('a').succeed()
  await expect.poll(statuses).toEqual(['completed'])
})

test('counts a failed upload as unsent while a retry may help', async () => {
  const { queue, item, sent } = makeQueue('a', 'b', 'c')
  queue.startAll()
  sent('a').fail(refusal(503, 'The site is busy'))
  sent('b').fail(refusal(415, 'This type cannot be uploaded'))
  sent('c').fail(refusal(451, 'This was removed before'))
  await expect.poll(() => item('c').status).toBe('error')
  expect(queue.state().items.map(isUnsent)).toEqual([true, false, false])
  queue.start(item('a').id)
  sent('a').succeed()
  await expect.poll(() => item('a').status).toBe('completed')
  expect(queue.state().items.some(isUnsent)).toBe(false)
})

test('makes a cancelled upload pending and ignores its late progress', () => {
  const { queue, item, sent, statuses } = makeQueue('a')
  queue.startAll()
  const transfer = sent('a')
  transfer.onProgress({ percent: 40, speed: 1000 })
  expect(item('a')).toMatchObject({ progress: 40, speed: 1000 })
  queue.cancel(item('a').id)
  transfer.onProgress({ percent: 50, speed: 1000 })
  expect(transfer.signal.aborted).toBe(true)
  expect(item('a')).toMatchObject({ progress: 0, speed: 0 })
  expect(statuses()).toEqual(['pending'])
})

test('aborts an upload that is removed and starts the next one', () => {
  const { queue, item, sent, statuses } = makeQueue('a', 'b', 'c', 'd')
  queue.startAll()
  queue.remove(item('a').id)
  expect(sent('a').signal.aborted).toBe(true)
  expect(statuses()).toEqual(['uploading', 'uploading', 'uploading'])
})

test('makes every unfinished file pending when all are cancelled', () => {
  const { queue, transfers, statuses } = makeQueue('a', 'b', 'c', 'd')
  queue.startAll()
  queue.cancelAll()
  expect(statuses()).toEqual(['pending', 'pending', 'pending', 'pending'])
  expect(transfers.size).toBe(3)
})

test.each([401, 429, 503])('keeps the remaining files pending after an answer %i', async (status) => {
  const { queue, sent, statuses, transfers } = makeQueue('a', 'b', 'c', 'd', 'e')
  queue.startAll()
  sent('a').fail(refusal(status, 'Too many uploads, try again in 30 seconds'))
  await expect.poll(statuses).toEqual(['error', 'uploading', 'uploading', 'pending', 'pending'])
  expect(transfers.size).toBe(3)
})

test('keeps files pending during an outage and continues afterwards', async () => {
  const { queue, item, sent, statuses, transfers } = makeQueue('a', 'b', 'c', 'd', 'e', 'f')
  queue.remove(item('f').id)
  queue.startAll()
  sent('a').fail(noAnswer())
  await expect.poll(statuses).toEqual(['error', 'uploading', 'uploading', 'pending', 'pending'])
  expect(item('a').error).toBe('Network error during upload')
  sent('b').fail(refusal(413, 'That file is too large'))
  sent('c').succeed()
  await expect.poll(statuses).toEqual(['error', 'error', 'completed', 'pending', 'pending'])
  expect(transfers.size).toBe(3)

  queue.resumeInterrupted()
  expect(statuses()).toEqual(['uploading', 'error', 'completed', 'uploading', 'uploading'])
  expect(item('a').error).toBe('')
  for (const name of ['a', 'd', 'e']) sent(name).succeed()
  await expect.poll(statuses).toEqual(['completed', 'error', 'completed', 'completed', 'completed'])
  queue.resumeInterrupted()
  expect(item('b').status).toBe('error')
})

test('does not resume files that were cancelled or never started', async () => {
  const { queue, item, sent, statuses } = makeQueue('a', 'b', 'c', 'd')
  queue.startAll()
  queue.add([picture('new')])
  for (const name of ['a', 'b', 'c']) sent(name).fail(noAnswer())
  await expect.poll(statuses).toEqual(['error', 'error', 'error', 'pending', 'pending'])
  queue.start(item('d').id)
  queue.cancel(item('d').id)
  queue.resumeInterrupted()
  expect(statuses()).toEqual(['uploading', 'uploading', 'uploading', 'pending', 'pending'])
  for (const name of ['a', 'b', 'c']) sent(name).fail(noAnswer())
  await expect.poll(statuses).toEqual(['error', 'error', 'error', 'pending', 'pending'])
  queue.cancelAll()
  queue.resumeInterrupted()
  expect(statuses()).toEqual(['error', 'error', 'error', 'pending', 'pending'])
})

test('reports a batch once, when no upload is in progress', async () => {
  const { queue, item, sent, outcomes } = makeQueue('a', 'b', 'c')
  queue.startAll()
  sent('a').succeed()
  sent('b').fail(refusal(500))
  await expect.poll(() => item('b').status).toBe('error')
  expect(outcomes).toEqual([])
  queue.cancel(item('c').id)
  expect(outcomes).toEqual([{ completed: 1, failed: 1, left: 1 }])
})

test('completes and announces a file that waits for review', async () => {
  const { queue, item, sent, outcomes } = makeQueue('a')
  queue.startAll()
  sent('a').succeed(true)
  await expect.poll(() => item('a')).toMatchObject({ status: 'completed', review: { title: 'Waiting for review' } })
  expect(queue.state().announcement.text).toBe('a: waiting for review')
  expect(outcomes).toEqual([{ completed: 1, failed: 0, left: 0 }])
})

test('completes and announces a file that is being checked', async () => {
  const { queue, item, sent } = makeQueue('a')
  queue.startAll()
  sent('a').succeed(true, true)
  await expect.poll(() => item('a')).toMatchObject({ status: 'completed', review: { title: 'Being checked' } })
  expect(queue.state().announcement.text).toBe('a: being checked')
})

test('lists a refused file with its reason until finished files are removed', () => {
  const { queue, item, transfers, statuses } = makeQueue()
  queue.add([], [{ file: picture('a.svg'), error: 'Too many files' }])
  queue.startAll()
  queue.start(item('a.svg').id)
  expect(item('a.svg').error).toBe('Too many files')
  expect(statuses()).toEqual(['error'])
  expect(transfers.size).toBe(0)
  const refused = { file: picture('b.png'), error: 'Too many files' }
  queue.add([], [refused, refused])
  expect(queue.state().announcement.text).toBe('2 files refused')
  expect(countTotals(queue.state()).refused).toBe(3)
  queue.add([picture('c.png')], [{ file: picture('d.svg'), error: 'Too many files' }])
  expect(queue.state().announcement.text).toBe('1 file added, 1 file refused')
  queue.removeFinished()
  expect(statuses()).toEqual(['pending'])
})

test('announces changes', async () => {
  const { queue, item, sent } = makeQueue('a', 'b')
  expect(queue.state().announcement.text).toBe('2 files added')
  queue.startAll()
  sent('a').succeed()
  await expect.poll(() => queue.state().announcement.text).toBe('a: uploaded')
  queue.remove(item('a').id)
  expect(queue.state().announcement.text).toBe('a: removed')
  queue.add([picture('c')])
  const first = queue.state().announcement
  queue.add([picture('d')])
  expect(queue.state().announcement).toEqual({ text: first.text, nth: first.nth + 1 })
})
