import type { Answer } from '@hotvote/shared/contract'
import { TAKEDOWN_MAX } from '@hotvote/shared/limits'
import { decideLookAlike } from '@hotvote/shared/operator/review-queue'
import {
  listTakedowns,
  reviewTakedown,
  showTakedown,
  takedownCounts,
  takedownMail,
} from '@hotvote/shared/operator/takedown-review'
import { fileCounterNotice, showNotice } from '@hotvote/shared/visitor/counter-notices'
import { fileTakedown } from '@hotvote/shared/visitor/takedowns'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { parseMediaId, parseMediaKey } from '../../domain/media-urls.ts'
import { extractAddresses } from '../../domain/pasted-addresses.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { withTx } from '../../platform/db/client.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, hashText, operator } from '../../platform/http/guards.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { linkClaimToTrashedItem } from '../media/trash.service.ts'
import { readNotice, saveCounterNotice } from './counter-notices.service.ts'
import { resolveLookAlike } from './look-alikes.service.ts'
import { newTakedownMail } from './takedown-mail.ts'
import { countByStatus, countTakedowns, findTakedowns } from './takedown-review.queries.ts'
import { buildDecisionMail, resolveTakedown, takedownWithMedia, toReviewed } from './takedown-review.service.ts'
import { type Claim, findTakedownByKey, insertTakedown, linkItems, lockNamedItems } from './takedowns.queries.ts'

type TakedownDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>
/** `host` is the host, including its port, that received the claim. Retries of a claim share the same `key`. */
type Source = { host: string; requestId: string; key: string | undefined }

const LOOKED_UP_MAX = 10 * TAKEDOWN_MAX.items

/** Hashes the key together with the claim, so the same key with a different claim counts as a new request. */
const hashRequest = (claim: Claim, key: string | undefined) =>
  key === undefined ? null : hashText(`${key} ${JSON.stringify(claim)}`)

/** Stores a claim without removing anything until the operator decides (`visitor.md §2`, `§7`). */
const saveTakedown = (deps: TakedownDeps, claim: Claim, { host, requestId, key }: Source) => {
  const where = { ...deps.config, hosts: new Set([...deps.brands.hosts, host]) }
  const addressed = claim.infringingUrls
    .flatMap(extractAddresses)
    .map((url) => parseMediaKey(url, where) ?? parseMediaId(url, where))
    .filter((one) => one !== undefined)
  const named = [...new Set([...(claim.mediaId ? [claim.mediaId] : []), ...addressed])].slice(0, LOOKED_UP_MAX)
  const requestKey = hashRequest(claim, key)
  return withTx(deps, async (tx): Promise<Answer<typeof fileTakedown>> => {
    const items = await lockNamedItems(tx, named)
    const id = await insertTakedown(tx, { ...claim, host: deps.brands.findHost(host), requestKey })
    // On a retry, everything below has already been done.
    if (id === undefined) return { id: await findTakedownByKey(tx, requestKey), status: 'pending' }
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

/** Rights holders don't need a session to file a claim (`visitor.md §6`). */
export const takedownRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('takedown', { address: req.ip }))
  const reader = guard({ isLimited: true }, (req) => deps.rateLimit('verify', { address: req.ip }))
  endpoint(router, fileTakedown, limited, ({ body }, _caller, res) =>
    saveTakedown(deps, body, {
      host: res.req.host ?? '',
      requestId: res.locals.requestId,
      key: readIdempotencyKey(res.req),
    }),
  )
  endpoint(router, showNotice, reader, ({ params }) => readNotice(deps, params.token))
  endpoint(router, fileCounterNotice, limited, ({ params, body }, _caller, res) =>
    saveCounterNotice(deps, { ...params, ...body, requestId: res.locals.requestId }),
  )
  return router
}

/** See `admin.md §7`. */
export const takedownReviewRoutes = (deps: Deps): Router => {
  const router = Router()
  const { db } = deps

  endpoint(router, listTakedowns, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([findTakedowns(db, query), countTakedowns(db, query)])
    return withPageHeaders(res, query, { ...page, total }).map(toReviewed)
  })
  endpoint(router, takedownCounts, operator, async () => {
    const counts = { pending: 0, reviewed: 0, resolved: 0, rejected: 0 }
    for (const { status, count } of await countByStatus(db)) counts[status] = count
    return counts
  })
  endpoint(router, showTakedown, operator, ({ params }) => takedownWithMedia(deps, params.takedownId))
  endpoint(router, takedownMail, operator, ({ params, query }) => buildDecisionMail(deps, params.takedownId, query))
  endpoint(router, reviewTakedown, operator, ({ params, body }, caller) =>
    resolveTakedown(deps, { id: params.takedownId, move: body, operator: caller }),
  )
  endpoint(router, decideLookAlike, operator, ({ params, body }, caller) =>
    resolveLookAlike(deps, { ...params, ...body }, caller),
  )
  return router
}
