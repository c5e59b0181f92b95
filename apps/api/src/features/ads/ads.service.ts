import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { effectiveZone } from '../../domain/ad-placement.ts'
import type { PageAd } from '../../http/page-html.ts'
import { activeZones } from './ads.queries.ts'

type AdDeps = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'adminHost' | 'firstItemTimeout'> }

/** The ad that the page of this moment has room for. Without a database, or a fast one, the page is shown without ads. */
export const adOfPage = async ({ db, config }: AdDeps): Promise<PageAd> => {
  const late = pause(config.firstItemTimeout, [], { ref: false })
  const zones = await Promise.race([activeZones(db).catch(() => []), late])
  if (zones.length === 0) return 'none'
  return zones.every((zone) => effectiveZone(zone, config).isSandboxed) ? 'framed' : 'in-page'
}
