import type { Deps } from '../deps.ts'
import type { Operator } from '../platform/http/guards.ts'
import type { Storage } from '../platform/storage/storage.ts'

/** Everything that a check can access. `db` is read-only without `--fix`. */
export type Site = Pick<Deps, 'db' | 'log'> & {
  storage: Pick<Storage, 'read' | 'head' | 'list' | 'delete'>
  operator: Operator
  /** True if the embedded database was started only for this checkup, so no worker is processing jobs. */
  isStopped: boolean
  readsFiles: boolean
}

/** `wrong` lists one problem per line, without names, addresses or secrets. `fix` returns the number of repairs. */
export type Findings = { wrong: string[]; fix?: () => Promise<number> }

export type Check = {
  title: string
  needsWorker?: boolean
  look: (site: Site) => Promise<Findings>
}
