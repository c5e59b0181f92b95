import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/client.ts'
import { countOf } from './counts.ts'
import { JOBS } from './job-table.ts'
import { SOON } from './soon.ts'

/** Counts jobs of all tasks by default. */
export const countJobs = (db: Db, ...tasks: string[]) =>
  countOf(db, `SELECT count(*) FROM ${JOBS} WHERE task = ANY ($1) OR $1 = '{}'`, [tasks])

/** Waits until no job is left. */
export const jobsDone = (db: Db, ...tasks: string[]) => expect.poll(() => countJobs(db, ...tasks), SOON).toBe(0)
