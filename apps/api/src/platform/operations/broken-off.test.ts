import type { Operation, OperationKind } from '@hotvote/shared/operator/operations'
import type { PurgeResult } from '@hotvote/shared/operator/users'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { hold } from '../../../test/app/database.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { operationWhen, withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { AppError } from '../../domain/errors.ts'
import type { Runner } from './operation-runner.service.ts'
import { queueRun } from './operation-runner.service.ts'

const stop = (app: TestApp, kind: OperationKind) =>
  operatorCall<Operation>(app, `POST /api/admin/operations/${kind}/stop`)
const when = (app: TestApp, kind: OperationKind, status: Operation['status']) =>
  operationWhen(app, kind, (operation) => operation.status === status)
const isWaiting = ({ status, startedAt }: Operation) => status === 'queued' && startedAt !== null

const NOW = new Date().toISOString()
const IP = '127.0.0.1'
const GONE = { users: 4, media: 3, votes: 2, views: 1 }

type Left = {
  input?: object
  state: object
  result: object
  entry?: { event: string; context: object }
}

const LEFT: Partial<Record<OperationKind, Left>> = {
  'import-media': {
    state: { startedAt: NOW, after: 'b', total: 9, imported: 4, skipped: 1, files: 5 },
    result: { message: 'Imported 4 media items, skipped 1 file', imported: 4, skipped: 1, totalFiles: 5 },
    entry: { event: 'MEDIA_IMPORT_COMPLETED', context: { imported: 4, skipped: 1, totalFiles: 5 } },
  },
  'reset-database': {
    state: { deleted: GONE },
    result: { deleted: GONE },
    entry: { event: 'DATABASE_RESET_COMPLETED', context: GONE },
  },
  'purge-inactive-accounts': {
    state: { after: 600, deleted: 600, total: 1000 },
    result: { message: 'Deleted 600 inactive accounts', deletedCount: 600, remainingUsers: 0 },
    entry: { event: 'INACTIVE_ACCOUNTS_PURGE_COMPLETED', context: { deletedCount: 600, remainingUsers: 0 } },
  },
  'populate-votes': {
    input: { minVotes: 100, maxVotes: 100 },
    state: { processed: 7, votes: 700, hot: 560, usersCreated: 90, voters: { first: 1, last: 90 } },
    result: { mediaProcessed: 7, totalVotesInserted: 700, overallHotPercentage: 80 },
    entry: { event: 'VOTE_POPULATION_COMPLETED', context: { totalVotesInserted: 700, usersCreated: 90 } },
  },
  'set-votes-aside': {
    input: { setAsideId: 3, isSetAside: true, voters: 5 },
    state: { after: 500, done: 500 },
    result: { message: 'Set the votes of 5 voters aside', voters: 5 },
    entry: { event: 'VOTES_SET_ASIDE_COMPLETED', context: { setAsideId: 3, voters: 5 } },
  },
  'empty-trash': {
    input: { until: NOW, matching: {}, neverAgain: false, ip: '192.0.2.1' },
    state: { done: 600, after: 600 },
    result: { message: 'Deleted 600 items for good', erased: 600 },
    entry: { event: 'TRASH_EMPTY_COMPLETED', context: { items: 600 } },
  },
  'delete-bucket-files': {
    input: { filenames: ['a/1.jpg', 'a/2.jpg'], ip: IP },
    state: { keys: ['a/1.jpg'] },
    result: { message: 'Deleted 1 file', deleted: 1 },
    entry: { event: 'BUCKET_DELETE_COMPLETED', context: { deleted: 1, keys: ['a/1.jpg'] } },
  },
  'delete-media': {
    input: { mediaIds: [1, 2, 3], until: NOW, ip: IP },
    state: { done: 2, after: 2 },
    result: { message: 'Deleted 2 items', deleted: [1, 2] },
  },
  'restore-media': {
    input: { mediaIds: [1, 2, 3], until: NOW, ip: IP },
    state: { done: 2, after: 2 },
    result: { message: 'Restored 2 items', restored: 2 },
  },
}
const left = Object.entries(LEFT) as [OperationKind, Left][]

const siteWith = async (columns: Record<string, string>) => {
  const app = await testApp()
  const away = () => Promise.reject(new AppError('unavailable', 'The media store does not answer.'))
  Object.assign(app.deps.storage, { list: away, head: away, delete: away })
  const [names, values] = [Object.keys(columns), Object.values(columns)]
  for (const [kind, { input = {}, state }] of left)
    await app.deps.db.query(
      {
        text: `INSERT INTO operations (kind, input, state, started_at, ${names}) VALUES ($1, $2, $3, now(), ${values})`,
      },
      [kind, JSON.stringify(input), JSON.stringify(state)],
    )
  return app
}

const getContexts = async (app: TestApp, wanted: string) =>
  (await listAudit(app)).filter(({ event }) => event === wanted).map(({ context }) => context)

const expectEntries = async (app: TestApp, kinds = left) => {
  for (const [, { entry }] of kinds)
    if (entry) expect(await getContexts(app, entry.event)).toEqual([expect.objectContaining(entry.context)])
}

describe('interrupted work', () => {
  it('returns its result when stopped while waiting, for every kind', async () => {
    const app = await siteWith({ status: `'queued'`, runs: '1', setbacks: '1' })
    const stoppable = left.filter(([kind]) => kind !== 'set-votes-aside')
    for (const [kind] of stoppable) {
      const { body } = await stop(app, kind)
      expect(body, kind).toMatchObject({ status: 'queued', isStopRequested: true, result: null })
    }
    await withWorker(app)
    for (const [kind, { result }] of stoppable) {
      expect(await when(app, kind, 'stopped'), kind).toMatchObject({ result, error: null })
    }
    await expectEntries(app, stoppable)
  })

  it('fails with its result after its process died repeatedly', async () => {
    const app = await siteWith({ status: `'running'`, runs: '4', restarts: '3' })
    const ids = await app.deps.db.query<{ id: number }>({ text: 'SELECT id FROM operations' })
    for (const { id } of ids) await queueRun(app.deps.db, id)
    await withWorker(app)
    for (const [kind, { result }] of left) {
      const ended = await when(app, kind, 'failed')
      expect(ended, kind).toMatchObject({ result, error: 'This work broke off several times.' })
    }
    await expectEntries(app)
    const failed = await getContexts(app, 'OPERATION_FAILED')
    expect(failed.map(({ kind }) => kind).sort()).toEqual(left.map(([kind]) => kind).sort())
  })

  it('returns the number of deleted items when the database fails in between', async () => {
    const app = await testApp({ DATABASE_LOCK_TIMEOUT: '200' })
    const items = await newItems(app, (await quickVisitor(app)).id, 450)
    await app.deps.db.query({
      text: `UPDATE media SET status = 'trashed', position = NULL, trashed_at = now(), trashed_by = 'operator'`,
    })
    const holder = await hold(app.deps.db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [items[300]])
    await withWorker(app)
    await startAsOperator(app, 'POST /api/admin/empty-trash?all=true')
    expect(await operationWhen(app, 'empty-trash', isWaiting)).toMatchObject({ progress: { done: 300, total: 450 } })
    await stop(app, 'empty-trash')
    const stopped = await when(app, 'empty-trash', 'stopped')
    expect(stopped).toMatchObject({ result: { erased: 300 }, progress: { done: 300, total: 450 } })
    await holder.end()
    expect(await getContexts(app, 'MEDIA_ERASED')).toHaveLength(300)
    expect(await getContexts(app, 'TRASH_EMPTY_COMPLETED')).toEqual([{ items: 300 }])
  })
})

const KIND = 'purge-inactive-accounts'
const START = `POST /api/admin/${KIND}`
const answer = (deletedCount: number): PurgeResult => ({ message: 'Done', deletedCount, remainingUsers: 0 })
const unavailable = () => new AppError('unavailable', 'The media store does not answer.')

describe('a stop that a run did not notice', () => {
  it('ends waiting work as stopped instead of failed', async () => {
    const app = await testApp()
    const failing: Runner = async (work) => {
      if (work.signal.aborted) return { result: answer(1) }
      await work.save(app.deps.db, { at: 1 })
      await stop(app, KIND)
      throw unavailable()
    }
    await withWorker(app, { [KIND]: failing })
    await startAsOperator(app, START)
    expect(await when(app, KIND, 'stopped')).toMatchObject({ result: answer(1), error: null })
  })

  it('leaves no work paused', async () => {
    const app = await testApp()
    const pausing: Runner = async (work) => {
      await work.save(app.deps.db, { at: 1 })
      await stop(app, KIND)
      return { result: answer(1), isPaused: true }
    }
    await withWorker(app, { [KIND]: pausing })
    expect((await operatorCall(app, START)).body).toEqual(answer(1))
    const stopped = await when(app, KIND, 'stopped')
    expect(stopped).toMatchObject({ isStopRequested: true, result: answer(1), endedAt: expect.any(String) })
  })
})
