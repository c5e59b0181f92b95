import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { Operator } from '../http/guards.ts'
import type { LedgerLine } from './ledger.ts'
import type { ScannedStore, StoredFiles } from './store-scan.ts'
import type { Structure } from './structure.ts'

/** What was asked for beside the settings of the site. */
export type Options = {
  /** Address of the running site. */
  url?: string | undefined
  ledger?: LedgerLine[] | undefined
  /** Further texts that may stand nowhere. */
  secrets: string[]
  /** Files of log lines. */
  logs: string[]
  /** How many site processes there are. */
  processes?: number | undefined
  pid?: number | undefined
  /** At most so many open files, and megabytes of memory, of that process. */
  maxFiles?: number | undefined
  maxMemory?: number | undefined
  /** Items whose files are read: so many of the newest, and as many at random. */
  sample: number
  allFiles: boolean
  /** Repair: also remove originals that no item has. */
  deleteOrphans: boolean
}

/** The site that is looked at. `db` refuses every change. */
export type Site = {
  config: Config & { secret?: string | undefined; adminPassword?: string | undefined }
  db: Database
  files: StoredFiles
  structure: Structure
  /** Whether it is known that the site does not run. */
  isStopped: boolean
  options: Options
  /** A scan of the whole store, made once, and again when it was forgotten. */
  scan: () => Promise<ScannedStore>
  forgetScan: () => void
  /** What may change things, for repairs: opened when it is needed. */
  repairDeps: () => Pick<Deps, 'db' | 'log'> & { storage: StoredFiles; operator: Operator }
  /** Where a repair can store files; opened when it is needed, too. */
  repairStores: () => Promise<Pick<Deps, 'storage' | 'tempDir'>>
}
