import { and, ne, not } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { adZones } from '../../db/schema/index.ts'

/** Whether any advertisement runs in the page itself. */
export const hasZoneInPage = async (db: Db): Promise<boolean> => {
  const isInPage = and(adZones.isActive, not(adZones.isSandboxed), ne(adZones.adCode, ''))
  const zones = db.orm.select({ zoneId: adZones.zoneId }).from(adZones).where(isInPage)
  return (await zones.prepare('zone_in_page').execute()).length > 0
}
