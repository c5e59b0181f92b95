import { auditTrail } from './audit-trail.ts'
import type { Check } from './check.ts'
import { databaseCalm } from './database-calm.ts'
import { durability } from './durability.ts'
import { identity } from './identity.ts'
import { itemFiles } from './item-files.ts'
import { leftovers } from './leftovers.ts'
import { links } from './links.ts'
import { oneVote } from './one-vote.ts'
import { orphanRows } from './orphan-rows.ts'
import { processCalm } from './process-calm.ts'
import { schemaAndSettings } from './schema-and-settings.ts'
import { storedObjects } from './stored-objects.ts'
import { times } from './times.ts'
import { counters, totals } from './totals.ts'

/** What holds of a site at any time (docs/decisions/054). The last one also takes what keeps none of the others. */
export const checks: Check[] = [
  oneVote,
  totals,
  counters,
  orphanRows,
  itemFiles,
  storedObjects,
  leftovers,
  links,
  identity,
  auditTrail,
  durability,
  times,
  databaseCalm,
  processCalm,
  schemaAndSettings,
]
