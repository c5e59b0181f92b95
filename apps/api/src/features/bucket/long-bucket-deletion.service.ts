import type { BucketDeletion } from '@hotvote/shared/bucket'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator, PatientOperator } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { deleteFromBucket, messageOf, NO_SUCH_FILE, refuseBesideImport } from './bucket-deletion.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log' | 'storage'>

/** Files of one step. */
const BATCH = 50

const input = z.object({ filenames: z.array(z.string()), ip: z.string() })
const state = z.object({
  /** Names that were dealt with, and those with the step that was begun: after a crash it is done again. */
  done: z.number().default(0),
  begun: z.number().default(0),
  deleted: z.number().default(0),
  items: z.number().default(0),
  votes: z.number().default(0),
  errors: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
})
type State = z.infer<typeof state>

/** Queues the deletion: it goes on when nobody waits for it. */
export const startBucketDeletion = async (deps: DeletionDeps, filenames: string[], who: PatientOperator) => {
  await refuseBesideImport(deps.db)
  const wanted = { filenames: [...new Set(filenames)], ip: who.ip }
  return answerWith<BucketDeletion>(deps, { kind: 'delete-bucket-files', who, input: wanted })
}

/** A step that cannot be done now (an import has begun, the store is silent) keeps none of the others. */
const deleted = async (deps: DeletionDeps, keys: string[], who: Operator) => {
  try {
    return await deleteFromBucket(deps, keys, who)
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    const errors = keys.map((key) => ({ key, reason: failure.message }))
    return { deleted: 0, items: 0, votes: 0, errors }
  }
}

const step = async (
  deps: DeletionDeps,
  work: Work,
  { at, keys, who }: { at: State; keys: string[]; who: Operator },
) => {
  const to = at.done + keys.length
  const isAgain = at.begun === to
  if (!isAgain) await work.save(deps.db, { ...at, begun: to })
  const gone = await deleted(deps, keys, who)
  const errors = gone.errors.filter(({ reason }) => !(isAgain && reason === NO_SUCH_FILE))
  const next: State = {
    done: to,
    begun: to,
    deleted: at.deleted + keys.length - errors.length,
    items: at.items + gone.items,
    votes: at.votes + gone.votes,
    errors: [...at.errors, ...errors],
  }
  await work.save(deps.db, next)
  return next
}

/** Deletes files of the bucket batch by batch; each leaves its entries in the audit log. */
export const bucketDeletionRunner =
  (deps: DeletionDeps): Runner =>
  async (work) => {
    const { filenames, ip } = input.parse(work.input)
    const who = { requestId: work.requestId ?? '', ip }
    let at = state.parse(work.state)
    const report = () => work.report({ done: at.done, total: filenames.length })
    report()
    while (at.done < filenames.length && !work.signal.aborted) {
      at = await step(deps, work, { at, keys: filenames.slice(at.done, at.done + BATCH), who })
      report()
    }
    const { deleted: count, items, votes, errors } = at
    const message = messageOf({ deleted: count, items, votes }, errors.length)
    const result: BucketDeletion = { message, deleted: count, items, votes, errors }
    return { result }
  }
