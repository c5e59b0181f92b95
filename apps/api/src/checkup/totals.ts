import { lt, max, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordOperator } from '../audit/audit-log.ts'
import { onlyRow } from '../db/aggregates.ts'
import { type Db, withTx } from '../db/client.ts'
import { catalog, media } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { breach, type Check } from './check.ts'
import { COUNTERS, compare, recount, TOTALS, WATERMARKS } from './recount.ts'
import type { Site } from './site.ts'

/** Items that wait for the operator since they were reported (docs/decisions/073). */
const HIDDEN = 'SELECT media_id FROM reported_media WHERE is_hidden AND decided_at IS NULL'

/** `hidden`: published items without a position that no report hid; `listed`: hidden ones that have a position. */
const CATALOG = statement({
  name: 'checkup_catalog',
  row: { last: z.number().nullable(), highest: z.number().nullable(), hidden: z.number(), listed: z.number() },
  text: `
SELECT (SELECT last_position FROM catalog) AS last, (SELECT max(position) FROM media) AS highest,
  (SELECT count(*) FROM media WHERE status = 'ready' AND position IS NULL AND id NOT IN (${HIDDEN})) AS hidden,
  (SELECT count(*) FROM media WHERE position IS NOT NULL AND id IN (${HIDDEN})) AS listed`,
})

/** No item that is published at the same time is between its position and the catalog's. */
const raiseLast = ({ orm }: Db) => {
  const { lastPosition: last } = catalog
  const highest = orm.select({ highest: max(media.position) }).from(media)
  const raised = { lastPosition: sql`${highest}` }
  return orm.update(catalog).set(raised).where(lt(last, highest)).returning({ last })
}

const raiseCatalog = async (site: Site): Promise<string[]> => {
  const { operator, ...deps } = site.repairDeps()
  return withTx(deps, async (tx) => {
    const [raised] = await raiseLast(tx)
    if (!raised) return []
    await recordOperator(tx, operator, { event: 'CHECKUP_REPAIR', context: { repaired: 'catalog', ...raised } })
    return [`raised the last position to ${raised.last}`]
  })
}

/** Totals on items are those of their votes and views; the catalog knows all positions. */
export const totals: Check = {
  number: 2,
  title: 'Totals of items are those of their votes and views',
  keptBy: /^media_(counters|position)|^catalog_|^votes_media_id_created_at$|^views_media_id$/,
  async look(site, found) {
    const { last, highest, hidden, listed } = onlyRow(await site.db.query(CATALOG))
    if (last === null) breach(found, 'the catalog has no row: nothing can be published')
    else if (highest !== null && highest > last) breach(found, `position ${highest} is behind the last one, ${last}`)
    if (hidden > 0) breach(found, `${hidden} published items have no position, and are shown to nobody`)
    if (listed > 0)
      breach(found, `${listed} items are hidden until the operator has looked at them, and have a position`)
    await compare(site, TOTALS, found)
  },
  repair: async (site) => [...(await raiseCatalog(site)), ...(await recount(site, TOTALS))],
}

/** Counters on users are those of their votes, views and uploads; what counts as rated was rated. */
export const counters: Check = {
  number: 3,
  title: 'Counters of users are those of what they did',
  keptBy: /^users_counters$|^media_owner_id$/,
  async look(site, found) {
    await compare(site, COUNTERS, found)
    // The same users again: they count once.
    const watermarks = { ...found, looked: {} }
    await compare(site, WATERMARKS, watermarks)
    found.breaches = watermarks.breaches
  },
  repair: async (site) => [...(await recount(site, COUNTERS)), ...(await recount(site, WATERMARKS))],
}
