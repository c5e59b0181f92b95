import { expect } from 'vitest'
import { countOf } from './counts.ts'
import { SOON } from './soon.ts'
import type { TestApp } from './test-app.ts'

/** Until the worker of the app has made the smaller widths of every picture. */
export const renditionsMade = ({ deps }: Pick<TestApp, 'deps'>) => {
  const left = `SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'make-renditions'`
  return expect.poll(() => countOf(deps.db, left), SOON).toBe(0)
}
