import type { Db } from './client.ts'
import { lockUntilCommit, shareUntilCommit } from './locks.ts'

const SET = ['stored', 'files'] as const

/** For whoever deletes files that no row names: until the commit no row begins to name files that are stored already. */
export const shareStoredFiles = (tx: Db) => shareUntilCommit(tx, ...SET)

/** For a row that names files which may be stored already: waits for the deletions of files, and lets others wait until the commit: those see it. */
export const lockStoredFiles = (tx: Db) => lockUntilCommit(tx, ...SET)
