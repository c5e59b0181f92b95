import { count, counted } from '@hotvote/shared/counted'
import {
  type MediaRemoval,
  matchingMedia,
  type removeManyMedia,
  type removeMatchingMedia,
} from '@hotvote/shared/media-library'
import { z } from 'zod'
import { withTx } from '../../db/client.ts'
import { lockTakenDown } from '../../db/taken-down.ts'
import { timeOf } from '../../db/time.ts'
import type { Deps } from '../../deps.ts'
import type { Operator, OperatorWithPreference } from '../../http/guards.ts'
import type { Runner } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { amongNamed, type Each, eachItem, type ItemsDone, READ } from './each-item.service.ts'
import { deleteMediaIn } from './media-deletion.service.ts'
import { countOfMatching, type Matching, matchingAfter } from './media-library.queries.ts'

type RemovalDeps = Pick<Deps, 'db' | 'log'>

const by = { ip: z.string(), neverAgain: z.boolean().default(false) }
const inputSchema = z.union([
  z.object({ mediaIds: z.array(z.number()), ...by }),
  z.object({ matching: matchingMedia, until: z.string(), ...by }),
])

/** Queues the removal of many items, which goes on when the caller leaves. */
export const removeMany = (
  deps: RemovalDeps,
  { mediaIds, neverAgain = false }: z.infer<typeof removeManyMedia.body>,
  operator: OperatorWithPreference,
) =>
  answerWith<MediaRemoval>(deps, {
    kind: 'delete-media',
    operator,
    input: { mediaIds: [...new Set(mediaIds)], ip: operator.ip, neverAgain },
  })

/** The same for all that the list showed with these filters at a moment (docs/decisions/076). */
export const removeMatching = async (
  deps: RemovalDeps,
  { moment, all: _, neverAgain = false, ...matching }: z.infer<typeof removeMatchingMedia.body>,
  operator: OperatorWithPreference,
) => {
  const until = moment ?? (await timeOf(deps.db))
  const input = { matching, until, ip: operator.ip, neverAgain } satisfies z.infer<typeof inputSchema>
  return answerWith<MediaRemoval>(deps, { kind: 'delete-media', operator, input })
}

const messageOf = ({ done, refused }: ItemsDone) =>
  `Deleted ${counted(done - refused, 'item')}${refused > 0 ? `; ${count(refused)} could not be deleted` : ''}`

/** By id, so that what is gone moves nobody. */
const amongMatching = ({ db }: RemovalDeps, which: Matching): Omit<Each, 'act'> => ({
  next: ({ after }) => matchingAfter(db, which, { after, most: READ }),
  left: ({ after }) => countOfMatching(db, which, after),
})

const removal =
  (deps: RemovalDeps, { operator, isBarred }: { operator: Operator; isBarred: boolean }): Each['act'] =>
  async (mediaId, save) => {
    await withTx(deps, async (tx) => {
      if (isBarred) await lockTakenDown(tx)
      await deleteMediaIn(tx, operator, { mediaId, bar: isBarred ? 'deleted' : undefined })
      await save(tx)
    })
  }

/** Removes items one after the other, each with its entries in the audit log. */
export const mediaRemovalRunner =
  (deps: RemovalDeps): Runner =>
  async (work) => {
    const input = inputSchema.parse(work.input)
    const among = 'mediaIds' in input ? amongNamed(input.mediaIds) : amongMatching(deps, input)
    const operator = { requestId: work.requestId ?? '', ip: input.ip }
    const act = removal(deps, { operator, isBarred: input.neverAgain })
    const state = await eachItem(deps, work, { ...among, act })
    const refused = new Set(state.errors.map(({ id }) => id))
    const named = 'mediaIds' in input ? input.mediaIds.slice(0, state.done) : []
    const deleted = named.filter((id) => !refused.has(id))
    const alreadyGone = 'mediaIds' in input ? state.goneIds : []
    const { errors } = state
    return { result: { message: messageOf(state), deleted, alreadyGone, errors } satisfies MediaRemoval }
  }
