import { counted } from '@hotvote/shared/counted'
import type { SomeVoters, VotersMoved } from '@hotvote/shared/operator/vote-review'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { splitIntoChunks } from '../../domain/chunks.ts'
import { AppError } from '../../domain/errors.ts'
import { networkLabel } from '../../domain/network-label.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { lockRows } from '../../platform/db/locks.ts'
import { media } from '../../platform/db/schema/index.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { recountDays } from '../overview/overview.service.ts'
import { recountVotes } from '../voting/counted-votes.sql.ts'
import { listItemsVotedOn, lockCountedVoters, setVotersAside, unmarkVoters } from './set-aside.queries.ts'

type SetAsideDeps = Pick<Deps, 'db' | 'log'>

const KIND = 'set-votes-aside'
/** Items per transaction, kept small so that votes don't have to wait. */
const BATCH = 50

const inputSchema = z.object({ setAsideId: z.number(), isSetAside: z.boolean(), voters: z.number() })
type Input = z.infer<typeof inputSchema>

const stateSchema = z.object({ after: z.number().default(0), done: z.number().default(0) })

/** Omits the network's full hash, because audit entries are permanent. */
const toAudit = (voters: SomeVoters) =>
  'network' in voters && voters.network ? { ...voters, network: networkLabel(voters.network) } : voters

const toEntry = (voters: SomeVoters) => ({
  kind: voters.kind,
  userId: 'userId' in voters ? voters.userId : null,
  mediaId: 'mediaId' in voters ? voters.mediaId : null,
  networkLabel: 'network' in voters && voters.network ? networkLabel(voters.network) : null,
})

export const setAside = (deps: SetAsideDeps, voters: SomeVoters, operator: OperatorWithPreference) =>
  answerWith<VotersMoved>(deps, {
    kind: KIND,
    operator,
    input: async (tx): Promise<Input> => {
      const ids = await lockCountedVoters(tx, voters)
      if (ids.length === 0) throw new AppError('not_found', 'No counted votes by these voters.')
      const setAsideId = await setVotersAside(tx, ids, toEntry(voters))
      await recordOperator(tx, operator, { event: 'VOTES_SET_ASIDE_REQUEST', context: toAudit(voters) })
      return { setAsideId, isSetAside: true, voters: ids.length }
    },
  })

export const countAgain = (deps: SetAsideDeps, setAsideId: number, operator: OperatorWithPreference) =>
  answerWith<VotersMoved>(deps, {
    kind: KIND,
    operator,
    input: async (tx): Promise<Input> => {
      const voters = await unmarkVoters(tx, setAsideId)
      if (voters === undefined) throw new AppError('not_found', 'These votes were not set aside.')
      await recordOperator(tx, operator, { event: 'VOTES_COUNTED_AGAIN_REQUEST', context: { setAsideId } })
      return { setAsideId, isSetAside: false, voters }
    },
  })

const recountBatch = async (tx: Db, ids: number[]) => {
  await lockRows(tx, media, ids)
  await recountVotes(tx, ids)
}

const toOutcome = ({ isSetAside, ...context }: Input) => {
  const { voters } = context
  const message = isSetAside
    ? `Set the votes of ${counted(voters, 'voter')} aside`
    : `The votes of ${counted(voters, 'voter')} count again`
  const event = isSetAside ? 'VOTES_SET_ASIDE_COMPLETED' : 'VOTES_COUNTED_AGAIN_COMPLETED'
  return { result: { message, voters } satisfies VotersMoved, audit: { event, context } } as const
}

/** Recounts all items that the voters voted on, then the days. Resumes after the last saved item. */
export const recountRunner =
  (deps: SetAsideDeps): Runner =>
  async (work) => {
    const input = inputSchema.parse(work.input)
    let { after, done } = stateSchema.parse(work.state)
    const ids = work.signal.aborted ? [] : await withTx(deps, (tx) => listItemsVotedOn(tx, input.setAsideId, after))
    const total = done + ids.length
    for (const batch of splitIntoChunks(ids, BATCH)) {
      if (work.signal.aborted) break
      work.report({ done, total })
      after = batch.at(-1) ?? after
      done += batch.length
      const state = { after, done }
      await withTx(deps, async (tx) => {
        await recountBatch(tx, batch)
        await work.save(tx, state)
      })
    }
    work.report({ done, total })
    if (!work.signal.aborted) await recountDays(deps)
    return toOutcome(input)
  }
