import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { neverAgain } from '../operator/removed-items.ts'
import { defineSetting, savedVersion } from '../operator/settings.ts'

/** Reasons for a report. Copyright is not listed, because takedown requests have their own form. */
export const reportReasons = ['illegal', 'not_theirs', 'harassment', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const URGENT_REASON: ReportReason = 'illegal'

/** Reports an item and hides it from this visitor by cookie. Repeated reports have no effect (docs/decisions/035). */
export const reportMedia = contract({
  method: 'POST',
  path: '/api/media/:mediaId/report',
  params: z.object({ mediaId: pathId }),
  body: z.object({ userId: bodyId, reason: z.enum(reportReasons, 'Not a reason') }),
  status: 204,
  errors: ['not_yours', 'blocked', 'own_media', 'not_found'],
})

/** Undoes a report within `UNDO_MS`. Returns 409 `conflict` if the item was already decided on or deleted. */
export const undoReport = contract({
  method: 'DELETE',
  path: '/api/media/:mediaId/report',
  params: z.object({ mediaId: pathId }),
  query: z.object({ userId: pathId }),
  status: 204,
  errors: ['not_yours', 'not_found', 'too_late', 'conflict'],
})

/** Days for which `block` bans the uploader's network. */
export const BLOCK_DAYS = 7

/** Blocks that the decision created. Null if the user or network was already blocked or the network is unknown. */
const blocked = z.object({ userId: z.number().nullable(), banId: z.number().nullable() })
export type Blocked = z.infer<typeof blocked>

/** `keep` shows the item again and settles its reports. `reopen` undoes this. */
export const reportDecisions = ['keep', 'remove', 'reopen'] as const

/** 409 `conflict` if nothing is left to decide. `block` requires `remove`. */
export const decideReports = contract({
  method: 'POST',
  path: '/api/admin/reports/:mediaId',
  role: 'moderator',
  params: z.strictObject({ mediaId: pathId }),
  body: z.strictObject({
    decision: z.enum(reportDecisions, 'Not a decision'),
    neverAgain: neverAgain.default(true),
    /** Also blocks the uploader, and bans their network for `BLOCK_DAYS`. */
    block: z.boolean('Block must be true or false').default(false),
  }),
  response: z.object({ blocked: blocked.nullable() }),
  errors: ['not_found', 'conflict'],
})

/** Number of reports from different networks that hides an item; 0 means never. */
export const HIDE_AFTER = { default: 3, min: 0, max: 1000 }

/** Percentage of the collection that reports may hide per day. */
export const HIDE_SHARE = { default: 5, min: 0, max: 100 }
/** Number of items that reports may hide per day, even in a small collection. */
export const HIDE_AT_LEAST = 20

const reportRulesValues = z.object({
  hideAfter: z.number().default(HIDE_AFTER.default),
  hideShare: z.number().default(HIDE_SHARE.default),
})

export const reportRulesForm = z.object({
  hideAfter: z
    .number('The number of reports must be a number')
    .min(HIDE_AFTER.min, 'The number of reports must be 0 or more')
    .max(HIDE_AFTER.max, `The number of reports must be at most ${HIDE_AFTER.max}`)
    .int('The number of reports must be a whole number'),
  hideShare: z
    .number('The share must be a number')
    .min(HIDE_SHARE.min, 'The share must be 0 or more')
    .max(HIDE_SHARE.max, `The share must be at most ${HIDE_SHARE.max} percent`)
    .int('The share must be a whole number'),
})

export const reportRulesSetting = defineSetting({
  name: 'reports',
  path: '/api/admin/report-config',
  // The share can be omitted to keep its current value.
  form: reportRulesForm.partial({ hideShare: true }),
  values: reportRulesValues,
  setting: reportRulesValues.extend(savedVersion).meta({ id: 'ReportRules' }),
})
