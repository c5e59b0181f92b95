import { z } from 'zod'
import { type Db, forLog, isUnavailable } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError, INTERNAL_TEXT } from '../../domain/errors.ts'
import type { Work } from '../../operations/operation-runner.service.ts'

type ItemDeps = Pick<Deps, 'db' | 'log'>

/** Where a run goes on: so many items were dealt with, the last of them is `after`. */
const stateSchema = z.object({
  done: z.number().default(0),
  after: z.number().default(0),
  refused: z.number().default(0),
  /** Somebody else was faster: with how many, and with which, as far as a result names them. */
  gone: z.number().default(0),
  goneIds: z.array(z.number()).default([]),
  errors: z.array(z.object({ id: z.number(), reason: z.string() })).default([]),
})
export type ItemsDone = z.infer<typeof stateSchema>

/** Items that are looked up at once. */
export const READ = 200
/** Items of a kind that a result names. */
const NAMED = 5000

export type Each = {
  /** The next items, `READ` at most. */
  next: (state: ItemsDone) => Promise<number[]>
  /** How many are left. */
  left: (state: ItemsDone) => Promise<number>
  /** Deals with one and calls `save` in the same transaction. */
  act: (mediaId: number, save: (tx: Db) => Promise<void>) => Promise<unknown>
}

/** Items of a list, in its order. */
export const amongNamed = (mediaIds: number[]): Omit<Each, 'act'> => ({
  next: async ({ done }) => mediaIds.slice(done, done + READ),
  left: async ({ done }) => mediaIds.length - done,
})

/** The state behind an item that is gone already, or that could not be dealt with. */
const behindFailed = (deps: ItemDeps, { state, failure }: { state: ItemsDone; failure: unknown }): ItemsDone => {
  if (isUnavailable(failure)) throw failure
  const { after: id } = state
  const isKnown = failure instanceof AppError
  if (isKnown && failure.code === 'not_found')
    return { ...state, gone: state.gone + 1, goneIds: [...state.goneIds, id].slice(0, NAMED) }
  if (isKnown && failure.code === 'unavailable') throw failure
  if (!isKnown) deps.log.error({ mediaId: id, ...forLog(failure) }, 'an item was passed over')
  const reason = isKnown ? failure.message : INTERNAL_TEXT
  return { ...state, refused: state.refused + 1, errors: [...state.errors, { id, reason }].slice(0, NAMED) }
}

const one = async (
  deps: ItemDeps,
  work: Work,
  { act, from, id }: Pick<Each, 'act'> & { from: ItemsDone; id: number },
) => {
  const done = { ...from, done: from.done + 1, after: id }
  try {
    await act(id, (tx) => work.save(tx, done))
    return done
  } catch (failure) {
    const behind = behindFailed(deps, { state: done, failure })
    await work.save(deps.db, behind)
    return behind
  }
}

/** Deals with items one after the other, each once, however often the run is broken off. Says how far it came. */
export const eachItem = async (deps: ItemDeps, work: Work, { next, left, act }: Each): Promise<ItemsDone> => {
  let state = stateSchema.parse(work.state)
  const report = () => work.report({ done: state.done })
  report()
  if (!work.signal.aborted) work.report({ total: state.done + (await left(state)) })
  while (!work.signal.aborted) {
    const ids = await next(state)
    if (ids.length === 0) break
    for (const id of ids) {
      if (work.signal.aborted) break
      state = await one(deps, work, { act, from: state, id })
      report()
    }
  }
  return state
}
