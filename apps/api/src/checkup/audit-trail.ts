import { count, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { breach, type Check, type Findings, looked } from './check.ts'
import { type LedgerLine, outcomeOf } from './ledger.ts'
import type { Site } from './site.ts'

/** Each deletion has its request and its end in one transaction: one without the other was removed. Seeded entries are no acts. */
const UNPAIRED = statement({
  name: 'checkup_unpaired_entries',
  row: { entries: z.number(), example: z.string() },
  text: `
SELECT count(*) AS entries, format('request %s: %s of item %s without the other half', coalesce(request_id, '-'),
  min(event), context ->> 'mediaId') AS example
FROM audit_log
WHERE event IN ('ADMIN_DELETE_REQUEST', 'ADMIN_DELETE_COMPLETED', 'MEDIA_DELETE_REQUEST', 'MEDIA_DELETE_COMPLETED')
  AND NOT context ? 'seeded'
GROUP BY split_part(event, '_', 1), request_id, context ->> 'mediaId'
HAVING count(*) FILTER (WHERE event LIKE '%REQUEST') <> count(*) FILTER (WHERE event LIKE '%COMPLETED')`,
})

/**
 * An account is deleted for a while: its end is written when its row goes. A reset takes the row without a word, and
 * numbers anew.
 */
const UNENDED = statement({
  name: 'checkup_unended_deletions',
  row: { example: z.string() },
  text: `
SELECT format('the deletion of account %s has %s requests and %s ends', entry.user_id, requests, ends) AS example
FROM (
  SELECT context ->> 'userId' AS user_id, count(*) FILTER (WHERE event LIKE '%REQUEST') AS requests,
    count(*) FILTER (WHERE event LIKE '%COMPLETED') AS ends
  FROM audit_log
  WHERE event IN ('ACCOUNT_DELETE_REQUEST', 'ACCOUNT_DELETE_COMPLETED')
    AND id > coalesce((SELECT max(id) FROM audit_log WHERE event = 'DATABASE_RESET_COMPLETED'), 0)
  GROUP BY context ->> 'userId') entry
LEFT JOIN users ON users.id = entry.user_id::bigint AND deleted_at IS NOT NULL
WHERE requests <> 1 OR ends <> (users.id IS NULL)::int`,
})

const entriesOf = ({ orm }: Db, requestIds: string[]) => {
  const { requestId, event, context } = auditLog
  const mediaId = sql<string | null>`${context} ->> 'mediaId'`
  const isOne = sql`${requestId} = ANY (${sql.param(requestIds)}::text[])`
  const counted = { requestId, event, mediaId, count: count() }
  return orm.select(counted).from(auditLog).where(isOne).groupBy(requestId, event, mediaId)
}

/** Lines of a ledger that leave an entry when they were done; without an answer nobody knows their request. */
const audited = (ledger: LedgerLine[]) =>
  ledger.flatMap((line) => {
    const { intent, requestId } = line
    const event = 'event' in intent ? intent.event : undefined
    if (!event || !requestId || outcomeOf(line) === 'unknown') return []
    return [
      {
        event,
        requestId,
        mediaId: 'mediaId' in intent ? intent.mediaId : undefined,
        isDone: outcomeOf(line) === 'done',
      },
    ]
  })

const compareLedger = async ({ db }: Site, ledger: LedgerLine[], found: Findings) => {
  const lines = audited(ledger)
  looked(found, 'requests of the ledger', lines.length)
  const requestIds = lines.map(({ requestId }) => requestId)
  const entries = await entriesOf(db, requestIds)
  for (const { event, requestId, mediaId, isDone } of lines) {
    const isIts = (entry: (typeof entries)[number]) =>
      entry.requestId === requestId &&
      entry.event === event &&
      (mediaId === undefined || entry.mediaId === String(mediaId))
    const count = entries.filter(isIts).reduce((sum, entry) => sum + entry.count, 0)
    if (count !== Number(isDone))
      breach(found, `request ${requestId} has ${count} entries ${event} instead of ${Number(isDone)}`)
  }
}

/** What was destroyed or changed stands in the audit log. */
export const auditTrail: Check = {
  number: 10,
  title: 'The audit log has every deletion once, and only grows',
  keptBy: /^audit_log_/,
  async look(site, found) {
    looked(found, 'entries', await site.db.orm.$count(auditLog))
    for (const { example } of await site.db.query(UNPAIRED)) breach(found, example)
    for (const { example } of await site.db.query(UNENDED)) breach(found, example)
    const { ledger } = site.options
    if (ledger) await compareLedger(site, ledger, found)
    else found.notes.push('without a --ledger no requests are compared with their entries')
  },
}
