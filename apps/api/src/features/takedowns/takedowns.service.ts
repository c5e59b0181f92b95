import type { Answer } from '@hotvote/shared/contract'
import type { fileTakedown } from '@hotvote/shared/takedowns'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { mediaIdIn, mediaKeyIn } from '../../domain/media-urls.ts'
import { addressesIn } from '../../domain/pasted-addresses.ts'
import { hashOf } from '../../http/guards.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { tieToTrashed } from '../media/trash-claims.service.ts'
import { newTakedownMail } from './takedown-mail.ts'
import { type Claim, insertTakedown, lockItemOfFirst, lockItemOfId, takedownOfKey } from './takedowns.queries.ts'

type TakedownDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>
/** `host` is the one that the claim was sent to, with its port; `key` the same each time the same claim is sent. */
type Source = { host: string; requestId: string; key: string | undefined }

/** The item whose id the claim names, else the first one to which one of its addresses leads. */
const itemInQuestion = async (db: Db, named: Claim['mediaId'], addressed: (string | number)[]) => {
  const item = named ? await lockItemOfId(db, named) : undefined
  return item ?? (addressed.length > 0 ? lockItemOfFirst(db, addressed) : undefined)
}

/**
 * By which a claim that is sent again is recognised. It contains the claim: what was changed meanwhile is another request,
 * and so is what others send with an equal key.
 */
const requestKeyOf = (claim: Claim, key: string | undefined) =>
  key === undefined ? null : hashOf(`${key} ${JSON.stringify(claim)}`)

/** Stores a rights holder's claim for the operator to decide on; by itself it removes nothing (`visitor.md §2`, `§7`). */
export const fileTakedownOf = (deps: TakedownDeps, claim: Claim, { host, requestId, key }: Source) => {
  const where = { ...deps.config, hosts: new Set([...deps.brands.hosts, host]) }
  const addressed = claim.infringingUrls
    .flatMap(addressesIn)
    .map((url) => mediaKeyIn(url, where) ?? mediaIdIn(url, where))
    .filter((one) => one !== undefined)
  const requestKey = requestKeyOf(claim, key)
  return withTx(deps, async (tx): Promise<Answer<typeof fileTakedown>> => {
    const item = await itemInQuestion(tx, claim.mediaId, addressed)
    const mediaId = item?.id ?? null
    const row = { ...claim, mediaId: item?.isTrashed ? null : mediaId }
    const id = await insertTakedown(tx, { ...row, host: deps.brands.hostOf(host), requestKey })
    // Sent again, as its answer got lost: all that follows was done.
    if (id === undefined) return { id: await takedownOfKey(tx, requestKey), status: 'pending' }
    if (item?.isTrashed) await tieToTrashed(tx, { mediaId: item.id, takedownId: id })
    // Without the complainant: an entry of the log outlives the claim.
    const context = { takedownId: id, mediaId, urls: claim.infringingUrls.length }
    await recordAudit(tx, { event: 'DMCA_TAKEDOWN_CREATED', actor: 'visitor', requestId, context })
    const { operatorEmail } = deps.config
    if (operatorEmail)
      await queueMail(deps, tx, {
        to: operatorEmail,
        about: { takedownId: id, to: 'operator' },
        ...newTakedownMail(deps, { id, item, claim }),
      })
    return { id, status: 'pending' }
  })
}
