import { count, counted } from '@hotvote/shared/counted'
import { type MediaRestored, matchingTrash, type restoreManyMedia } from '@hotvote/shared/trash'
import { z } from 'zod'
import { timeOf } from '../../db/time.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import type { Runner } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { amongNamed, type Each, eachItem, type ItemsDone, READ } from './each-item.service.ts'
import { type RestoringDeps, restoreTrashed } from './restoring.service.ts'
import { countOfTrashAt, type TrashAt, trashAfter } from './trash.queries.ts'

const inputSchema = matchingTrash.extend({
  mediaIds: z.array(z.number()).optional(),
  until: z.string(),
  ip: z.string(),
})

/** Queues the restoration of many: of a list, or of what the trash held at a moment and the filters leave. */
export const startRestoration = async (
  deps: RestoringDeps,
  { moment, all: _, ...wanted }: z.infer<typeof restoreManyMedia.body>,
  operator: OperatorWithPreference,
) => {
  const until = moment ?? (await timeOf(deps.db))
  const input = { ...wanted, until, ip: operator.ip } satisfies z.infer<typeof inputSchema>
  return answerWith<MediaRestored>(deps, { kind: 'restore-media', operator, input })
}

const messageOf = ({ refused }: ItemsDone, restored: number) =>
  `Restored ${counted(restored, 'item')}${refused > 0 ? `; ${count(refused)} could not be restored` : ''}`

const amongTrashed = ({ db }: RestoringDeps, which: TrashAt): Omit<Each, 'act'> => ({
  next: ({ after }) => trashAfter(db, which, { after, most: READ }),
  left: ({ after }) => countOfTrashAt(db, which, after),
})

/** Brings items back one after the other, each with its entry in the audit log. */
export const restorationRunner =
  (deps: RestoringDeps): Runner =>
  async (work) => {
    const { mediaIds, until, ip, ...matching } = inputSchema.parse(work.input)
    const operator = { requestId: work.requestId ?? '', ip }
    const among = mediaIds ? amongNamed([...new Set(mediaIds)]) : amongTrashed(deps, { matching, until })
    const act: Each['act'] = (mediaId, save) => restoreTrashed(deps, { mediaId, operator, save })
    const state = await eachItem(deps, work, { ...among, act })
    const restored = state.done - state.refused - state.gone
    return { result: { message: messageOf(state, restored), restored, errors: state.errors } satisfies MediaRestored }
  }
