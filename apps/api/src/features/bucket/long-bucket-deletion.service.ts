import type { BucketDeletion } from '@hotvote/shared/bucket'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator, OperatorWithPreference } from '../../http/guards.ts'
import { untilFewWait } from '../../jobs/queue.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { deleteFromBucket, deletionMessage, NO_SUCH_FILE, refuseDuringImport } from './bucket-deletion.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log' | 'storage'>

/** Files of one step. */
const BATCH = 50

const inputSchema = z.object({ filenames: z.array(z.string()), ip: z.string() })
const stateSchema = z.object({
  /** Names that were dealt with, and those with the step that was begun: after a crash it is done again. */
  done: z.number().default(0),
  begun: z.number().default(0),
  deleted: z.number().default(0),
  items: z.number().default(0),
  votes: z.number().default(0),
  errors: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
})
type State = z.infer<typeof stateSchema>

/** Queues the deletion, which goes on when the caller leaves. */
export const startBucketDeletion = async (
  deps: DeletionDeps,
  filenames: string[],
  operator: OperatorWithPreference,
) => {
  await refuseDuringImport(deps.db)
  const wanted = { filenames: [...new Set(filenames)], ip: operator.ip }
  return answerWith<BucketDeletion>(deps, { kind: 'delete-bucket-files', operator, input: wanted })
}

/** A step that cannot be done now (an import has begun, the store does not answer) does not stop the others. */
const deleted = async (deps: DeletionDeps, keys: string[], operator: Operator) => {
  try {
    return await deleteFromBucket(deps, keys, operator)
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    const errors = keys.map((key) => ({ key, reason: failure.message }))
    return { deleted: 0, items: 0, votes: 0, errors }
  }
}

const step = async (
  deps: DeletionDeps,
  work: Work,
  { state, keys, operator }: { state: State; keys: string[]; operator: Operator },
) => {
  const to = state.done + keys.length
  const isAgain = state.begun === to
  if (!isAgain) await work.save(deps.db, { ...state, begun: to })
  const gone = await deleted(deps, keys, operator)
  const errors = gone.errors.filter(({ reason }) => !(isAgain && reason === NO_SUCH_FILE))
  const next: State = {
    done: to,
    begun: to,
    deleted: state.deleted + keys.length - errors.length,
    items: state.items + gone.items,
    votes: state.votes + gone.votes,
    errors: [...state.errors, ...errors],
  }
  await work.save(deps.db, next)
  return next
}

/** Deletes files of the bucket batch by batch; each leaves its entries in the audit log. */
export const bucketDeletionRunner =
  (deps: DeletionDeps): Runner =>
  async (work) => {
    const { filenames, ip } = inputSchema.parse(work.input)
    const operator = { requestId: work.requestId ?? '', ip }
    let state = stateSchema.parse(work.state)
    const report = () => work.report({ done: state.done, total: filenames.length })
    report()
    while (state.done < filenames.length && !work.signal.aborted) {
      await untilFewWait(deps.db, 'put-away', work.signal)
      state = await step(deps, work, { state, keys: filenames.slice(state.done, state.done + BATCH), operator })
      report()
    }
    const { deleted: count, items, votes, errors } = state
    const message = deletionMessage({ deleted: count, items, votes }, errors.length)
    const result: BucketDeletion = { message, deleted: count, items, votes, errors }
    return { result }
  }
