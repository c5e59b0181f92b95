import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { adZones } from '../../db/schema/index.ts'

/** Each zone that shows an advertisement. */
export const activeZones = (db: Db): Promise<{ isSandboxed: boolean }[]> =>
  db.orm
    .select({ isSandboxed: adZones.isSandboxed })
    .from(adZones)
    .where(and(eq(adZones.isActive, true), ne(adZones.adCode, '')))
    .prepare('active_zones')
    .execute()
