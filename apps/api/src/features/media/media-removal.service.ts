import { count, counted } from '@hotvote/shared/counted'
import type { MediaRemoval } from '@hotvote/shared/media-library'
import { z } from 'zod'
import { forLog, isUnavailable, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator, OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { deleteMediaIn } from './media-deletion.service.ts'

type RemovalDeps = Pick<Deps, 'db' | 'log'>

const inputSchema = z.object({ mediaIds: z.array(z.number()), ip: z.string() })
const stateSchema = z.object({
  done: z.number().default(0),
  errors: z.array(z.object({ id: z.number(), reason: z.string() })).default([]),
})
type State = z.infer<typeof stateSchema>

/** Queues the removal of many items, which goes on when the caller leaves. */
export const removeMany = (deps: RemovalDeps, mediaIds: number[], operator: OperatorWithPreference) =>
  answerWith<MediaRemoval>(deps, {
    kind: 'delete-media',
    operator,
    input: { mediaIds: [...new Set(mediaIds)], ip: operator.ip },
  })

/** Deletes an item and saves the state, in one transaction. */
const removeOne = (
  deps: RemovalDeps,
  work: Work,
  { state, mediaId, operator }: { state: State; mediaId: number; operator: Operator },
) =>
  withTx(deps, async (tx): Promise<State> => {
    await deleteMediaIn(tx, operator, { mediaId })
    const next = { ...state, done: state.done + 1 }
    await work.save(tx, next)
    return next
  })

/** Saves the state behind an item that is gone already, or that could not be deleted. */
const skipItem = async (deps: RemovalDeps, work: Work, given: { state: State; mediaId: number; failure: unknown }) => {
  const { state, mediaId, failure } = given
  if (isUnavailable(failure)) throw failure
  const isGone = failure instanceof AppError && failure.code === 'not_found'
  if (!isGone) deps.log.error({ mediaId, ...forLog(failure) }, 'an item was not deleted')
  const reason = 'Something went wrong on our side.'
  const next = { done: state.done + 1, errors: isGone ? state.errors : [...state.errors, { id: mediaId, reason }] }
  await work.save(deps.db, next)
  return next
}

const messageOf = (deleted: number, refused: number) =>
  `Deleted ${counted(deleted, 'item')}${refused > 0 ? `; ${count(refused)} could not be deleted` : ''}`

/** Removes items one after the other, each with its entries in the audit log. */
export const mediaRemovalRunner =
  (deps: RemovalDeps): Runner =>
  async (work) => {
    const { mediaIds, ip } = inputSchema.parse(work.input)
    const operator = { requestId: work.requestId ?? '', ip }
    let state = stateSchema.parse(work.state)
    for (const mediaId of mediaIds.slice(state.done)) {
      work.report({ done: state.done, total: mediaIds.length })
      if (work.signal.aborted) break
      state = await removeOne(deps, work, { state, mediaId, operator }).catch((failure) =>
        skipItem(deps, work, { state, mediaId, failure }),
      )
    }
    work.report({ done: state.done, total: mediaIds.length })
    const refused = new Set(state.errors.map(({ id }) => id))
    const deleted = mediaIds.slice(0, state.done).filter((id) => !refused.has(id))
    const result: MediaRemoval = { message: messageOf(deleted.length, refused.size), deleted, errors: state.errors }
    return { result }
  }
