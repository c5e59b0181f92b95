import { count, counted } from '@hotvote/shared/counted'
import {
  type MediaRemoval,
  type MediaRestored,
  matchingMedia,
  matchingTrash,
  type TrashEmptied,
} from '@hotvote/shared/operator/media-library'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError, INTERNAL_TEXT } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, forLog, isUnavailable, withTx } from '../../platform/db/client.ts'
import { readTime } from '../../platform/db/time.ts'
import type { Operator, OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { removeItem } from './media-deletion.service.ts'
import { countMatching, matchingAfter } from './media-library.queries.ts'
import { countTrash, trashAfter } from './trash.queries.ts'
import { eraseItem, restoreItem } from './trash.service.ts'

type ItemDeps = Pick<Deps, 'db' | 'log'>

const READ = 200
/** Maximum length of the errors in a result. */
const NAMED = 5000

/** `after` is the last finished item's id. */
const stateSchema = z.object({
  done: z.number().default(0),
  after: z.number().default(0),
  refused: z.number().default(0),
  errors: z.array(z.object({ id: z.number(), reason: z.string() })).default([]),
})
type State = z.infer<typeof stateSchema>

const inputSchema = z.object({
  mediaIds: z.array(z.number()).optional(),
  matching: z.object({}).loose().default({}),
  until: z.string(),
  neverAgain: z.boolean().default(false),
  ip: z.string(),
})
type Input = z.infer<typeof inputSchema>

type Act = (tx: Db, operator: Operator, one: { mediaId: number; isBarred: boolean }) => Promise<unknown>
type Kind<Matching> = {
  act: Act
  matching: z.ZodType<Matching>
  list: (
    db: Db,
    which: { matching: Matching; until: string },
    page: { after: number; most: number },
  ) => Promise<number[]>
  countLeft: (db: Db, which: { matching: Matching; until: string }, after: number) => Promise<number>
  end: (state: State, input: Input) => Awaited<ReturnType<Runner>>
}

const countFailure = (deps: ItemDeps, state: State, failure: unknown): State => {
  if (isUnavailable(failure)) throw failure
  const { after: id } = state
  const isKnown = failure instanceof AppError
  if (isKnown && failure.code === 'unavailable') throw failure
  if (!isKnown) deps.log.error({ mediaId: id, ...forLog(failure) }, 'skipped an item')
  const reason = isKnown ? failure.message : INTERNAL_TEXT
  return { ...state, refused: state.refused + 1, errors: [...state.errors, { id, reason }].slice(0, NAMED) }
}

const dealWith = async (
  deps: ItemDeps,
  work: Work,
  { state, act }: { state: State; act: (tx: Db) => Promise<unknown> },
) => {
  try {
    await withTx(deps, async (tx) => {
      await act(tx)
      await work.save(tx, state)
    })
    return state
  } catch (failure) {
    const next = countFailure(deps, state, failure)
    await work.save(deps.db, next)
    return next
  }
}

/** Handles each item in a separate transaction that includes the audit entry. */
const itemRunner =
  <Matching>({ act, matching, list, countLeft, end }: Kind<Matching>) =>
  (deps: ItemDeps): Runner =>
  async (work) => {
    const input = inputSchema.parse(work.input)
    const { mediaIds, until, neverAgain: isBarred } = input
    const operator = { requestId: work.requestId ?? '', ip: input.ip, name: work.operator ?? '' }
    const which = { matching: matching.parse(input.matching), until }
    const listNext = ({ done, after }: State) =>
      mediaIds ? mediaIds.slice(done, done + READ) : list(deps.db, which, { after, most: READ })
    let state = stateSchema.parse(work.state)
    work.report({ done: state.done })
    if (!work.signal.aborted) {
      const left = mediaIds ? mediaIds.length - state.done : await countLeft(deps.db, which, state.after)
      work.report({ total: state.done + left })
    }
    while (!work.signal.aborted) {
      const ids = await listNext(state)
      if (ids.length === 0) break
      for (const mediaId of ids) {
        if (work.signal.aborted) break
        const next = { ...state, done: state.done + 1, after: mediaId }
        state = await dealWith(deps, work, { state: next, act: (tx) => act(tx, operator, { mediaId, isBarred }) })
        work.report({ done: state.done })
      }
    }
    return end(state, input)
  }

/** Returns text such as "; 1 could not be deleted", or an empty string. */
const tellRefused = (verb: string, { refused }: State) =>
  refused > 0 ? `; ${count(refused)} could not be ${verb}` : ''

const endRemoval = (state: State, { mediaIds = [], until: since }: Input) => {
  const { done, refused, errors } = state
  const failed = new Set(errors.map(({ id }) => id))
  const deleted = mediaIds.slice(0, done).filter((id) => !failed.has(id))
  const message = `Deleted ${counted(done - refused, 'item')}${tellRefused('deleted', state)}`
  return { result: { message, deleted, errors, since } satisfies MediaRemoval }
}

const endRestoration = (state: State) => {
  const { done, refused, errors } = state
  const restored = done - refused
  const message = `Restored ${counted(restored, 'item')}${tellRefused('restored', state)}`
  return { result: { message, restored, errors } satisfies MediaRestored }
}

const endEmptying = (state: State) => {
  const erased = state.done - state.refused
  const message = `Deleted ${counted(erased, 'item')} for good${tellRefused('deleted', state)}`
  const result: TrashEmptied = { message, erased }
  return { result, audit: { event: 'TRASH_EMPTY_COMPLETED', context: { items: erased } } } as const
}

const TRASH = { matching: matchingTrash, list: trashAfter, countLeft: countTrash }
const RUNNERS = {
  'delete-media': itemRunner({
    act: removeItem,
    matching: matchingMedia,
    list: matchingAfter,
    countLeft: countMatching,
    end: endRemoval,
  }),
  'restore-media': itemRunner({ ...TRASH, act: restoreItem, end: endRestoration }),
  'empty-trash': itemRunner({ ...TRASH, act: eraseItem, end: endEmptying }),
}

export const itemRunners = (deps: ItemDeps) => ({
  'delete-media': RUNNERS['delete-media'](deps),
  'restore-media': RUNNERS['restore-media'](deps),
  'empty-trash': RUNNERS['empty-trash'](deps),
})

type Wanted = {
  kind: keyof typeof RUNNERS
  mediaIds?: number[] | undefined
  moment?: string | undefined
  neverAgain?: boolean | undefined
  all?: unknown
}

/** Applies an operation to the given items, or to all items of a filtered list (docs/decisions/016). */
export const startOnItems = async <Result extends MediaRemoval | MediaRestored | TrashEmptied>(
  deps: ItemDeps,
  operator: OperatorWithPreference,
  { kind, mediaIds, moment, neverAgain, all: _, ...matching }: Wanted,
) => {
  const until = moment ?? (await readTime(deps.db))
  const ids = mediaIds && [...new Set(mediaIds)]
  return answerWith<Result>(deps, {
    kind,
    operator,
    input: { mediaIds: ids, matching, until, neverAgain, ip: operator.ip } satisfies z.input<typeof inputSchema>,
    before: async (tx) => {
      if (kind !== 'empty-trash') return
      const items = await countTrash(tx, { matching, until }, 0)
      await recordOperator(tx, operator, { event: 'TRASH_EMPTY_REQUEST', context: { items } })
    },
  })
}
