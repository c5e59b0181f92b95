import type { MediaRemoval } from '@hotvote/shared/media-library'
import { z } from 'zod'
import { isUnavailable, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator, PatientOperator } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { deleteMediaIn } from './media-deletion.service.ts'

type RemovalDeps = Pick<Deps, 'db' | 'log'>

const input = z.object({ mediaIds: z.array(z.number()), ip: z.string() })
const state = z.object({
  done: z.number().default(0),
  errors: z.array(z.object({ id: z.number(), reason: z.string() })).default([]),
})
type State = z.infer<typeof state>

/** Queues the removal of many items, which goes on when nobody waits for it. */
export const removeMany = (deps: RemovalDeps, mediaIds: number[], who: PatientOperator) =>
  answerWith<MediaRemoval>(deps, {
    kind: 'delete-media',
    who,
    input: { mediaIds: [...new Set(mediaIds)], ip: who.ip },
  })

/** An item and that it was dealt with, in one transaction. */
const removeOne = (
  deps: RemovalDeps,
  work: Work,
  { at, mediaId, who }: { at: State; mediaId: number; who: Operator },
) =>
  withTx(deps, async (tx): Promise<State> => {
    await deleteMediaIn(tx, who, { mediaId })
    const next = { ...at, done: at.done + 1 }
    await work.save(tx, next)
    return next
  })

/** Goes on behind an item that is gone already, or that cannot go. */
const passOver = async (deps: RemovalDeps, work: Work, given: { at: State; mediaId: number; failure: unknown }) => {
  const { at, mediaId, failure } = given
  if (isUnavailable(failure)) throw failure
  const isGone = failure instanceof AppError && failure.code === 'not_found'
  if (!isGone) deps.log.error({ mediaId, stack: (failure as Error)?.stack }, 'an item was not deleted')
  const reason = 'Something went wrong on our side.'
  const next = { done: at.done + 1, errors: isGone ? at.errors : [...at.errors, { id: mediaId, reason }] }
  await work.save(deps.db, next)
  return next
}

const messageOf = (deleted: number, refused: number) =>
  `Deleted ${deleted} item${deleted === 1 ? '' : 's'}${refused > 0 ? `; ${refused} could not be deleted` : ''}`

/** Removes items one after the other, each with its entries in the audit log. */
export const mediaRemovalRunner =
  (deps: RemovalDeps): Runner =>
  async (work) => {
    const { mediaIds, ip } = input.parse(work.input)
    const who = { requestId: work.requestId ?? '', ip }
    let at = state.parse(work.state)
    for (const mediaId of mediaIds.slice(at.done)) {
      work.report({ done: at.done, total: mediaIds.length })
      if (work.signal.aborted) break
      at = await removeOne(deps, work, { at, mediaId, who }).catch((failure) =>
        passOver(deps, work, { at, mediaId, failure }),
      )
    }
    work.report({ done: at.done, total: mediaIds.length })
    const refused = new Set(at.errors.map(({ id }) => id))
    const deleted = mediaIds.slice(0, at.done).filter((id) => !refused.has(id))
    const result: MediaRemoval = { message: messageOf(deleted.length, refused.size), deleted, errors: at.errors }
    return { result }
  }
