import type { BucketDeletion, DuplicateResult, ImportResult, OrphanReport } from './bucket.ts'
import type { MediaRemoval } from './media-library.ts'
import type { Operation, OperationKind } from './operations.ts'
import type { PopulationResult } from './population.ts'
import type { ResetResult } from './reset.ts'
import type { MediaRestored, TrashEmptied } from './trash.ts'
import type { PurgeResult } from './users.ts'
import type { ExportResult } from './vote-export.ts'
import type { VotersMoved } from './vote-review.ts'

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

/** The result is null until the end, or if nothing was done. */
export type OperationOf<Kind extends OperationKind> = Operation & { result: OperationResults[Kind] | null }
