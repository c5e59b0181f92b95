import type { ZoneId } from '@hotvote/shared/ads'
import type { Db } from '../../db/client.ts'

const ACTIVE_ZONE = {
  name: 'active_zone',
  text: `
SELECT ad_code AS "adCode", is_sandboxed AS "isSandboxed" FROM ad_zones WHERE zone_id = $1 AND is_active`,
}

/** The advertisement of a zone, unless it is switched off. */
export const activeZone = async (db: Db, zoneId: ZoneId) => {
  const [zone] = await db.query<{ adCode: string; isSandboxed: boolean }>(ACTIVE_ZONE, [zoneId])
  return zone
}

const ACTIVE_SKIP_BUTTON = {
  name: 'active_skip_button',
  text: 'SELECT button_url AS "buttonUrl", button_text AS "buttonText" FROM skip_button WHERE is_active',
}

export const activeSkipButton = async (db: Db) => {
  const [button] = await db.query<{ buttonUrl: string; buttonText: string }>(ACTIVE_SKIP_BUTTON)
  return button
}
