import type { BucketDeletion, DuplicateResult, ImportResult, OrphanReport } from './bucket.ts'
import type { ResetResult } from './database.ts'
import type { MediaRemoval, MediaRestored, TrashEmptied } from './media-library.ts'
import type { Operation, OperationKind } from './operations.ts'
import type { PurgeResult } from './users.ts'
import type { VotersMoved } from './vote-review.ts'
import type { ExportResult, PopulationResult } from './votes.ts'

export type OperationResults = {
  'import-media': ImportResult
  'reset-database': ResetResult
  'purge-inactive-accounts': PurgeResult
  'populate-votes': PopulationResult
  'export-votes': ExportResult
  'find-duplicates': DuplicateResult
  'find-orphans': OrphanReport
  'delete-bucket-files': BucketDeletion
  'delete-media': MediaRemoval
  'set-votes-aside': VotersMoved
  'empty-trash': TrashEmptied
  'restore-media': MediaRestored
}

/** An operation and its `result`, which is null until the end or if nothing was changed. */
export type OperationOf<Kind extends OperationKind> = Operation & { result: OperationResults[Kind] | null }
