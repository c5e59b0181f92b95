import type { Parsed } from '@hotvote/shared/contract'
import { count } from '@hotvote/shared/counted'
import { type decideSurge, SURGE_FROM, type Surge } from '@hotvote/shared/operator/review-queue'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { buildAdminUrl } from '../../domain/host-names.ts'
import { networkLabel } from '../../domain/network-label.ts'
import { recordAudit, recordOperator } from '../../platform/audit/audit-log.ts'
import { withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { NEW_VISITORS_MAX } from '../../platform/http/rate-limit.ts'
import { type RenderedMail, renderMail } from '../../platform/mail/layout.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { decideOnSurge, isKnownSurge, listSurgeVotes, saveSurge, waitingSurges } from './surges.queries.ts'

type SurgeDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>

const HOUR_MS = 3_600_000

const surgeMail = ({ config, brands }: SurgeDeps, label: string, visitors: number): RenderedMail =>
  renderMail(brands.of(undefined), {
    subject: `Many new visitors from one network (${label})`,
    title: `${count(visitors)} new visitors from one network`,
    paragraphs: [
      `${count(visitors)} new visitors came from network ${label} within an hour. This may be a mobile carrier, a school, or one person voting repeatedly.`,
      `No visitor was turned away. Above ${count(NEW_VISITORS_MAX)} an hour, new visitors from this network have to wait.`,
    ],
    button: { label: 'Review their votes', url: `${buildAdminUrl(config)}/queue` },
    footnotes: ['Sent at most once an hour for each network.'],
  })

/** Opens a review entry for a network with many new visitors, and emails the operator. */
export const noteArrivals = async (
  deps: SurgeDeps,
  network: Buffer | null,
  arrivals: { calls: number; msLeft: number },
): Promise<void> => {
  const { calls: visitors, msLeft } = arrivals
  // The maximum is exceeded only in tests with relaxed limits.
  if (network === null || visitors < SURGE_FROM || visitors > NEW_VISITORS_MAX) return
  // Compute the time now, because the transaction may have to wait for a connection.
  const until = new Date(Date.now() + msLeft)
  await withTx(deps, async (tx) => {
    if (!(await saveSurge(tx, { network, visitors, until }))) return
    const label = networkLabel(network.toString('hex'))
    await recordAudit(tx, { event: 'VISITOR_SURGE', actor: 'system', context: { network: label, visitors } })
    const { operatorEmail } = deps.config
    if (operatorEmail) await queueMail(deps, tx, { to: operatorEmail, ...surgeMail(deps, label, visitors) })
  })
}

export const findSurges = async ({ db }: Pick<Deps, 'db'>, ids: number[]): Promise<Map<number, Surge>> => {
  const rows = await waitingSurges(db, ids)
  const found = rows.map(async ({ id, network, visitors, until }): Promise<[number, Surge]> => {
    const voted = await listSurgeVotes(db, id)
    const [first] = voted
    const surge = {
      id,
      visitors,
      network: network.toString('hex'),
      since: new Date(until.getTime() - HOUR_MS).toISOString(),
      until: until.toISOString(),
      votes: first?.allVotes ?? 0,
      itemCount: first?.itemCount ?? 0,
      items: voted.map(({ mediaId, originalName, votes }) => ({ mediaId, originalName, votes })),
    }
    return [id, surge]
  })
  return new Map(await Promise.all(found))
}

type Decided = Parsed<typeof decideSurge, 'params'> & Parsed<typeof decideSurge, 'body'>

export const decideSurgeOnce = (deps: Pick<Deps, 'db' | 'log'>, { surgeId, decision }: Decided, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const network = await decideOnSurge(tx, surgeId, decision === 'dismiss')
    if (!network) {
      if (await isKnownSurge(tx, surgeId)) throw new AppError('conflict', 'This entry was already handled.')
      throw new AppError('not_found', 'This entry no longer exists.')
    }
    const event = decision === 'dismiss' ? 'SURGE_DISMISSED' : 'SURGE_REOPENED'
    await recordOperator(tx, operator, { event, context: { surgeId, network: networkLabel(network.toString('hex')) } })
  })
