import type { Db } from '../../db/client.ts'

const ZONE_IN_PAGE = {
  name: 'zone_in_page',
  text: `SELECT 1 FROM ad_zones WHERE is_active AND NOT is_sandboxed AND ad_code <> ''`,
}

/** Whether any advertisement runs in the page itself. */
export const hasZoneInPage = async (db: Db) => (await db.query(ZONE_IN_PAGE)).length > 0
