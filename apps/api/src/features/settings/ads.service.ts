import { setTimeout as pause } from 'node:timers/promises'
import { zoneIds } from '@hotvote/shared/visitor/ads'
import type { Deps } from '../../deps.ts'
import type { PageAd } from '../../platform/http/page/page-html.ts'
import { activeZone } from './settings.service.ts'

type AdDeps = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'adminHost' | 'firstItemTimeout'> }

/** Falls back to no ads when the database is slow or unreachable. */
export const adOfPage = async (deps: AdDeps): Promise<PageAd> => {
  const late = pause(deps.config.firstItemTimeout, undefined, { ref: false })
  const zone = await Promise.race([activeZone(deps, zoneIds[0]).catch(() => undefined), late])
  if (!zone?.adCode) return 'none'
  return zone.isSandboxed ? 'framed' : 'in-page'
}
