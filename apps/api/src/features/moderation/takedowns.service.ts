import type { Answer } from '@hotvote/shared/contract'
import { TAKEDOWN_MAX } from '@hotvote/shared/limits'
import type { fileTakedown } from '@hotvote/shared/visitor/takedowns'
import type { Deps } from '../../deps.ts'
import { parseMediaId, parseMediaKey } from '../../domain/media-urls.ts'
import { extractAddresses } from '../../domain/pasted-addresses.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { withTx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { linkClaimToTrashedItem } from '../media/trash.service.ts'
import { newTakedownMail } from './takedown-mail.ts'
import { type Claim, insertTakedown, linkItems, lockNamedItems } from './takedowns.queries.ts'

type TakedownDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>
/** `host` is the host, including its port, that received the claim. */
type Source = { host: string; requestId: string }

const LOOKED_UP_MAX = 10 * TAKEDOWN_MAX.items

/** Stores a claim without removing anything until the operator decides (`visitor.md §2`, `§7`). */
export const saveTakedown = (deps: TakedownDeps, claim: Claim, { host, requestId }: Source) => {
  const where = { ...deps.config, hosts: new Set([...deps.brands.hosts, host]) }
  const addressed = claim.infringingUrls
    .flatMap(extractAddresses)
    .map((url) => parseMediaKey(url, where) ?? parseMediaId(url, where))
    .filter((one) => one !== undefined)
  const named = [...new Set([...(claim.mediaId ? [claim.mediaId] : []), ...addressed])].slice(0, LOOKED_UP_MAX)
  return withTx(deps, async (tx): Promise<Answer<typeof fileTakedown>> => {
    const items = await lockNamedItems(tx, named)
    const id = await insertTakedown(tx, { ...claim, host: deps.brands.findHost(host) })
    await linkItems(tx, id, items)
    for (const item of items.filter(({ isTrashed }) => isTrashed))
      await linkClaimToTrashedItem(tx, { mediaId: item.id, takedownId: id })
    // Omit the complainant, because audit entries outlive claims.
    const mediaIds = items.map((item) => item.id)
    const context = { takedownId: id, mediaId: mediaIds[0] ?? null, mediaIds, urls: claim.infringingUrls.length }
    await recordAudit(tx, { event: 'DMCA_TAKEDOWN_CREATED', actor: 'visitor', requestId, context })
    const { operatorEmail } = deps.config
    if (operatorEmail)
      await queueMail(deps, tx, {
        to: operatorEmail,
        about: { takedownId: id, to: 'operator' },
        ...newTakedownMail(deps, { id, items, claim }),
      })
    return { id, status: 'pending' }
  })
}
