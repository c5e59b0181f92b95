import type { Deps } from '../deps.ts'
import type { Operator } from '../platform/http/guards.ts'
import type { Storage } from '../platform/storage/storage.ts'

/** The site that is checked. Without `--fix` its `db` refuses writes. */
export type Site = Pick<Deps, 'db' | 'log'> & {
  storage: Pick<Storage, 'read' | 'head' | 'list' | 'delete'>
  operator: Operator
  /** The embedded database runs for the checkup only, so no worker does jobs. */
  isStopped: boolean
  /** Whether the bytes of every file are compared with their hash. */
  readsFiles: boolean
}

/** One line for each problem, without names, addresses or secrets; `fix` repairs them and returns how many. */
export type Findings = { wrong: string[]; fix?: () => Promise<number> }

export type Check = {
  title: string
  /** Skipped while the site is stopped. */
  needsWorker?: boolean
  look: (site: Site) => Promise<Findings>
}
