import type { Deps } from '../../deps.ts'
import { mayRunInPage } from '../../domain/ad-placement.ts'
import { hasZoneInPage } from './ads.queries.ts'

/** Whether the page of this moment has to let ad code in. It is shown without a database, too, and then without ads. */
export const doesAdRunInPage = async ({
  db,
  config,
}: Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'adminHost'> }) =>
  mayRunInPage(config) && (await hasZoneInPage(db).catch(() => false))
