import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '@hotvote/shared/operator/operations'
import type { PurgeResult } from '@hotvote/shared/operator/users'
import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { hold, waitingForLocks } from '../../../test/app/database.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { afterSetback, operationWhen, withWorker } from '../../../test/app/worker.ts'
import { AppError } from '../../domain/errors.ts'
import { withTx } from '../db/client.ts'
import type { Runner } from './operation-runner.service.ts'

const KIND = 'purge-inactive-accounts'
const START = `POST /api/admin/${KIND}`
const RESET = 'POST /api/admin/reset-database'

const startAsync = (app: TestApp) => startAsOperator(app, START)
const when = (app: TestApp, status: Operation['status']) =>
  operationWhen(app, KIND, (operation) => operation.status === status)
const answer = (deletedCount: number): PurgeResult => ({ message: 'Done', deletedCount, remainingUsers: 0 })

const counting =
  ({ deps }: TestApp, to: number, begin = (_at: number) => {}): Runner =>
  async (work) => {
    let { at = 0 } = work.state as { at?: number }
    begin(at)
    while (at < to && !work.signal.aborted) {
      at++
      await work.save(deps.db, { at })
      work.report({ done: at, total: to })
      await pause(5)
    }
    return { result: answer(at) }
  }

describe('long work', () => {
  it('returns its result once it has ended', async () => {
    const app = await testApp()
    await withWorker(app, { [KIND]: counting(app, 3) })
    const reply = await operatorCall(app, START)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toEqual(answer(3))
    const operation = await when(app, 'done')
    expect(operation).toMatchObject({ progress: { done: 3, total: 3 }, result: answer(3), error: null })
    expect(Date.parse(operation.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(operation.startedAt ?? ''))
  })

  it('keeps a waiting call open although silent connections are closed', async () => {
    const app = await testApp({}, { timeout: 2000 })
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const runner: Runner = async () => {
      begun.resolve()
      await end.promise
      return { result: answer(1) }
    }
    await withWorker(app, { [KIND]: runner })
    const waiting = operatorCall(app, START)
    await begun.promise
    const silent = connect(Number(new URL(app.baseUrl).port), '127.0.0.1').resume()
    await once(silent, 'close')
    end.resolve()
    expect((await waiting).body).toEqual(answer(1))
  })

  it('runs in the background, shows progress and stops after the current step', async () => {
    const app = await testApp()
    await withWorker(app, { [KIND]: counting(app, 1e6) })
    const started = await startAsync(app)
    expect(started.status, started.text).toBe(202)
    expect(started.headers['preference-applied']).toBe('respond-async')
    expect(started.body).toMatchObject({ kind: KIND, status: 'queued', result: null })
    const running = await operationWhen(app, KIND, ({ progress }) => progress.done > 0)
    expect(running).toMatchObject({ id: started.body.id, status: 'running', progress: { total: 1e6 } })
    expectError(await startAsync(app), 409, 'busy')

    const stopping = await operatorCall<Operation>(app, `POST /api/admin/operations/${KIND}/stop`)
    expect(stopping.body).toMatchObject({ isStopRequested: true, status: 'running' })
    const { result } = await when(app, 'stopped')
    expect(result).toMatchObject({ message: 'Done' })
    expect((await listAudit(app)).filter(({ event }) => event === 'OPERATION_STOPPED')).toHaveLength(1)
    expectError(await operatorCall(app, `POST /api/admin/operations/${KIND}/stop`), 409, 'conflict')
    expect((await startAsync(app)).status).toBe(202)
  })

  it('ends at once when it is stopped before its start', async () => {
    const app = await testApp()
    await startAsync(app)
    await operatorCall(app, `POST /api/admin/operations/${KIND}/stop`)
    expect(await when(app, 'stopped')).toMatchObject({ startedAt: null, result: null })
  })

  it('runs once for simultaneous calls', async () => {
    const app = await testApp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => startAsync(app)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)])
  })

  it('is refused while a reset waits, and starts once the reset is stopped', async () => {
    const app = await testApp()
    expect((await startAsOperator(app, RESET)).status).toBe(202)
    const body = { filenames: ['2026/01/00000000000000000000000001-original.png'] }
    for (const refused of [
      await startAsync(app),
      await startAsOperator(app, 'POST /api/admin/import-media'),
      await startAsOperator(app, 'POST /api/admin/delete-bucket-files', body),
      await operatorCall(app, 'GET /api/admin/export-votes'),
    ]) {
      expectError(refused, 409, 'busy')
      expect(refused.text).toContain('The reset of the database is under way. Stop it, or wait for its end.')
    }
    await operatorCall(app, 'POST /api/admin/operations/reset-database/stop')
    expect((await startAsOperator(app, 'POST /api/admin/delete-bucket-files', body)).status).toBe(202)
    expectError(await startAsOperator(app, RESET), 409, 'busy')
  })

  it.each([
    ['before', RESET, START],
    ['after', START, RESET],
  ] as const)('does not run together with a reset that is requested just %s it', async (_when, first, second) => {
    const app = await testApp()
    const { db } = app.deps
    const holder = await hold(db, 'LOCK TABLE audit_log IN EXCLUSIVE MODE', [])
    const answers: Promise<{ status: number }>[] = []
    for (const route of [first, second]) {
      answers.push(startAsOperator(app, route))
      await expect.poll(() => waitingForLocks(db), SOON).toBe(answers.length)
    }
    await holder.end()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([202, 409])
  })

  it('pauses and continues when it is requested again', async () => {
    const app = await testApp()
    const steps: Runner = async (work) => {
      const at = ((work.state as { at?: number }).at ?? 0) + 1
      await work.save(app.deps.db, { at })
      return { result: answer(at), isPaused: at < 2 }
    }
    await withWorker(app, { [KIND]: steps })
    expect((await operatorCall(app, START)).body).toEqual(answer(1))
    const { id } = await when(app, 'paused')
    expect((await operatorCall(app, START)).body).toEqual(answer(2))
    expect(await when(app, 'done')).toMatchObject({ id })
  })

  it('hides internals when it fails', async () => {
    const app = await testApp()
    const failing: Runner = async () => {
      throw new Error('SELECT secret FROM postgres at /src/x.ts:1')
    }
    await withWorker(app, { [KIND]: failing })
    expectError(await operatorCall(app, START), 500, 'internal')
    expect((await when(app, 'failed')).error).toBe('Something went wrong on our side.')
  })

  it('continues in the next process after an orderly shutdown', async () => {
    const app = await testApp()
    const first = await withWorker(app, { [KIND]: counting(app, 1e6) })
    await startAsync(app)
    await operationWhen(app, KIND, ({ progress }) => progress.done > 0)
    await first.stop()
    const before = await when(app, 'queued')
    const begun: number[] = []
    await withWorker(app, { [KIND]: counting(app, before.progress.done + 100, (at) => begun.push(at)) })
    const after = await when(app, 'done')
    expect(after.id).toBe(before.id)
    expect(begun).toEqual([before.progress.done])
    expect(after.progress.done).toBe(before.progress.done + 100)
  })

  it('fails after its process died repeatedly', async () => {
    const app = await testApp()
    await startAsync(app)
    await app.deps.db.query({ text: `UPDATE operations SET status = 'running', runs = 4, restarts = 3` })
    await withWorker(app, { [KIND]: counting(app, 1) })
    expect((await when(app, 'failed')).error).toBe('This work broke off several times.')
  })

  it('continues after an outage of the store or the database', async () => {
    const app = await testApp()
    const failures = [
      () => Promise.reject(new AppError('unavailable', 'The media store does not answer.')),
      () => withTx(app.deps, (tx) => tx.query({ text: 'SET LOCAL statement_timeout = 1; SELECT pg_sleep(9)' })),
    ]
    const steps: number[] = []
    const failing: Runner = async (work) => {
      const { at = 0 } = work.state as { at?: number }
      if (work.signal.aborted) return { result: answer(at) }
      steps.push(at)
      await work.save(app.deps.db, { at: at + 1 })
      await failures[at]?.()
      return { result: answer(at) }
    }
    await withWorker(app, { [KIND]: failing })
    await startAsync(app)
    for (const tried of [1, 2]) {
      await operationWhen(app, KIND, ({ status }) => status === 'queued' && steps.length === tried)
      await afterSetback(app)
    }
    expect(await when(app, 'done')).toMatchObject({ result: answer(2), error: null })
    expect(steps).toEqual([0, 1, 2])

    await startAsync(app)
    await operationWhen(app, KIND, ({ status, startedAt }) => status === 'queued' && startedAt !== null)
    await operatorCall(app, `POST /api/admin/operations/${KIND}/stop`)
    expect(await when(app, 'stopped')).toMatchObject({ result: answer(1), error: null })
    expect((await startAsync(app)).status).toBe(202)
  })

  it('fails after repeated database timeouts and can be started again', async () => {
    const app = await testApp()
    const late: Runner = async () => {
      await app.deps.db.query({ text: 'UPDATE operations SET setbacks = 13 WHERE setbacks = 0' })
      await withTx(app.deps, (tx) => tx.query({ text: 'SET LOCAL statement_timeout = 1; SELECT pg_sleep(9)' }))
      return { result: answer(0) }
    }
    await withWorker(app, { [KIND]: late })
    await startAsync(app)
    await operationWhen(app, KIND, ({ status, startedAt }) => status === 'queued' && startedAt !== null)
    await afterSetback(app)
    expect((await when(app, 'failed')).error).toBe('The database did not answer in time, again and again.')
    expect((await startAsync(app)).status).toBe(202)
  })

  it('ignores an earlier run once a newer one has started', async () => {
    const app = await testApp()
    let overtaken: unknown
    const slow: Runner = async (work) => {
      await app.deps.db.query({ text: 'UPDATE operations SET runs = runs + 1' })
      await work.save(app.deps.db, { at: 1 }).catch((error) => {
        overtaken = error
        throw error
      })
      return { result: answer(1) }
    }
    const worker = await withWorker(app, { [KIND]: slow })
    await startAsync(app)
    await operationWhen(app, KIND, () => overtaken !== undefined)
    await worker.stop()
    expect(await when(app, 'running')).toMatchObject({ result: null })
  })

  it('is available only to the operator and for known kinds', async () => {
    const app = await testApp()
    expectError(await call(app, `GET /api/admin/operations/${KIND}`), 401, 'not_operator')
    expectError(await call(app, `POST /api/admin/operations/${KIND}/stop`), 401, 'not_operator')
    expectError(await operatorCall(app, 'GET /api/admin/operations/unknown'), 400, 'invalid_request')
    expect((await operatorCall(app, `GET /api/admin/operations/${KIND}`)).body).toBeNull()
  })
})
