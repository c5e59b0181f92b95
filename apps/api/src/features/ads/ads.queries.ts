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

const ZONE_IN_PAGE = {
  name: 'zone_in_page',
  text: `SELECT 1 FROM ad_zones WHERE is_active AND NOT is_sandboxed AND ad_code <> ''`,
}

/** Whether any advertisement runs in the page itself. */
export const hasZoneInPage = async (db: Db) => (await db.query(ZONE_IN_PAGE)).length > 0

const ACTIVE_SKIP_BUTTON = {
  name: 'active_skip_button',
  text: 'SELECT button_url AS "buttonUrl", button_text AS "buttonText" FROM skip_button WHERE is_active',
}

export const activeSkipButton = async (db: Db) => {
  const [button] = await db.query<{ buttonUrl: string; buttonText: string }>(ACTIVE_SKIP_BUTTON)
  return button
}

type Written = { updatedAt: Date }
type Zone = { zoneName: string; adCode: string; isActive: boolean; isSandboxed: boolean }
type Button = { zoneName: string; buttonText: string; buttonUrl: string; isActive: boolean }

const ZONE = `zone_name AS "zoneName", ad_code AS "adCode", is_active AS "isActive", is_sandboxed AS "isSandboxed",
  updated_at AS "updatedAt"`
const BUTTON = `zone_name AS "zoneName", button_text AS "buttonText", button_url AS "buttonUrl",
  is_active AS "isActive", updated_at AS "updatedAt"`

/** What the operator saved, switched on or off; undefined while there is nothing. */
export const savedZone = async (db: Db, zoneId: ZoneId) => {
  const [zone] = await db.query<Zone & Written>({ text: `SELECT ${ZONE} FROM ad_zones WHERE zone_id = $1` }, [zoneId])
  return zone
}

export const savedSkipButton = async (db: Db) => {
  const [button] = await db.query<Button & Written>({ text: `SELECT ${BUTTON} FROM skip_button` })
  return button
}

/** A zone whose form says nothing of the sandbox stays as it is. */
export const writeZone = async (
  db: Db,
  zoneId: ZoneId,
  zone: Omit<Zone, 'isSandboxed'> & { isSandboxed?: boolean | undefined },
) => {
  const text = `
INSERT INTO ad_zones (zone_id, zone_name, ad_code, is_active, is_sandboxed)
VALUES ($1, $2, $3, $4, coalesce($5::boolean, false))
ON CONFLICT (zone_id) DO UPDATE SET zone_name = excluded.zone_name, ad_code = excluded.ad_code,
  is_active = excluded.is_active, is_sandboxed = coalesce($5::boolean, ad_zones.is_sandboxed), updated_at = now()
RETURNING ${ZONE}`
  const values = [zoneId, zone.zoneName, zone.adCode, zone.isActive, zone.isSandboxed ?? null]
  const [row] = await db.query<Zone & Written>({ text }, values)
  return row
}

export const writeSkipButton = async (db: Db, button: Button) => {
  const text = `
INSERT INTO skip_button (zone_name, button_text, button_url, is_active) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET zone_name = excluded.zone_name, button_text = excluded.button_text,
  button_url = excluded.button_url, is_active = excluded.is_active, updated_at = now()
RETURNING ${BUTTON}`
  const values = [button.zoneName, button.buttonText, button.buttonUrl, button.isActive]
  const [row] = await db.query<Button & Written>({ text }, values)
  return row
}
