import { type BucketDeletion, type deleteBucketFiles, toldOfFile } from '@hotvote/shared/bucket'
import type { Parsed } from '@hotvote/shared/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator, OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { STOP } from '../../operations/run-heartbeat.ts'
import {
  type By,
  deleteFromBucket,
  deletionMessage,
  refuseDuringImport,
  type Taken,
} from './bucket-deletion.service.ts'
import { IN_TRASH, NO_SUCH_FILE, type Order, orderOf } from './bucket-deletion-plan.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log' | 'storage'>

/** Files of one step. */
const BATCH = 50

const inputSchema = z.object({
  filenames: z.array(z.string()),
  told: z.array(toldOfFile).optional(),
  ip: z.string(),
})
const stateSchema = z.object({
  /** Names that were dealt with, and those with the step that was begun: after a crash it is done again. */
  done: z.number().default(0),
  begun: z.number().default(0),
  deleted: z.number().default(0),
  items: z.number().default(0),
  votes: z.number().default(0),
  /** Names that are still to come, or are done again, of items that are gone: they went with them. */
  gone: z.array(z.string()).default([]),
  errors: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
})
type State = z.infer<typeof stateSchema>

/** Queues the deletion, which goes on when the caller leaves. */
export const startBucketDeletion = async (
  deps: DeletionDeps,
  wanted: Parsed<typeof deleteBucketFiles, 'body'>,
  operator: OperatorWithPreference,
) => {
  await refuseDuringImport(deps.db)
  const input = { ...wanted, ip: operator.ip } satisfies z.infer<typeof inputSchema>
  return answerWith<BucketDeletion>(deps, { kind: 'delete-bucket-files', operator, input })
}

/** A step that cannot be done now (an import has begun, the store does not answer) does not stop the others. */
const deleted = async (deps: DeletionDeps, order: Order, by: By) => {
  try {
    return order.files.length > 0 ? await deleteFromBucket(deps, order, by) : { taken: [], errors: [] }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    return { taken: [], errors: order.files.map(({ key }) => ({ key, reason: failure.message })) }
  }
}

/** Where the work is once these items are gone, too. */
const behindTaken = (state: State, taken: Taken[], { files }: Order): State => {
  const left = new Set(files.slice(state.done).map(({ key }) => key))
  return {
    ...state,
    items: state.items + taken.length,
    votes: taken.reduce((sum, { votes }) => sum + votes, state.votes),
    gone: [...state.gone, ...taken.flatMap(({ keys }) => keys.filter((key) => left.has(key)))],
  }
}

/** Of a step that is done again the first time may have deleted what is gone by now. */
const mayBeDone = (reason: string) => reason === NO_SUCH_FILE || reason === IN_TRASH

/** An item is saved as gone in the transaction that takes it: none of its files is looked for again, in this step or another. */
const step = async (
  deps: DeletionDeps,
  work: Work,
  { state, order, operator }: { state: State; order: Order; operator: Operator },
) => {
  const files = order.files.slice(state.done, state.done + BATCH)
  const to = state.done + files.length
  const isAgain = state.begun === to
  const begun = { ...state, begun: to }
  if (!isAgain) await work.save(deps.db, begun)
  const gone = new Set(state.gone)
  const { taken, errors: refused } = await deleted(
    deps,
    { ...order, files: files.filter(({ key }) => !gone.has(key)) },
    { operator, save: (tx, before) => work.save(tx, behindTaken(begun, before, order)) },
  )
  const behind = behindTaken(begun, taken, order)
  const passed = new Set(files.map(({ key }) => key))
  const errors = refused.filter(({ reason }) => !(isAgain && mayBeDone(reason)))
  const next: State = {
    ...behind,
    done: to,
    deleted: state.deleted + files.length - errors.length,
    gone: behind.gone.filter((key) => !passed.has(key)),
    errors: [...state.errors, ...errors],
  }
  await work.save(deps.db, next)
  return next
}

/** Deletes files of the bucket batch by batch; each leaves its entries in the audit log. */
export const bucketDeletionRunner =
  (deps: DeletionDeps): Runner =>
  async (work) => {
    const { ip, ...wanted } = inputSchema.parse(work.input)
    const order = orderOf(wanted)
    const total = order.files.length
    const operator = { requestId: work.requestId ?? '', ip }
    let state = stateSchema.parse(work.state)
    const report = () => work.report({ done: state.done, total })
    report()
    // A step in which a process died is done to its end: nobody knows yet which of its files are gone.
    const isBegun = () => state.begun > state.done && work.signal.reason === STOP
    while (state.done < total && (!work.signal.aborted || isBegun())) {
      state = await step(deps, work, { state, order, operator })
      report()
    }
    const { deleted: count, items, votes, errors } = state
    const message = deletionMessage({ deleted: count, items, votes }, errors.length)
    const result: BucketDeletion = { message, deleted: count, items, votes, errors }
    return { result }
  }
