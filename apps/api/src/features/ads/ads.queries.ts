import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

const ZONE_IN_PAGE = statement({
  name: 'zone_in_page',
  text: `SELECT FROM ad_zones WHERE is_active AND NOT is_sandboxed AND ad_code <> ''`,
})

/** Whether any advertisement runs in the page itself. */
export const hasZoneInPage = async (db: Db) => (await db.query(ZONE_IN_PAGE)).length > 0
