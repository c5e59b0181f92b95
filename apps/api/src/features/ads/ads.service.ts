import type { Deps } from '../../deps.ts'
import { hasZoneInPage } from './ads.queries.ts'

type Where = Pick<Deps['config'], 'adminHost'>

/**
 * Whether ad code may be put into the page at all: only where the operator logs in at an origin of their own, or it
 * could read their credentials (docs/decisions/043).
 */
export const mayRunInPage = ({ adminHost }: Where) => adminHost !== undefined

/** A zone as it is shown: what may not run in the page runs in its frame, whatever was saved. */
export const whereItRuns = <Zone extends { isSandboxed: boolean }>(config: Where, zone: Zone): Zone => ({
  ...zone,
  isSandboxed: zone.isSandboxed || !mayRunInPage(config),
})

/** Whether the page of this moment has to let ad code in. It is shown without a database, too, and then without ads. */
export const doesAdRunInPage = async ({ db, config }: Pick<Deps, 'db'> & { config: Where }) =>
  mayRunInPage(config) && (await hasZoneInPage(db).catch(() => false))
