import { expect } from '@playwright/test'
import { JOBS } from '../../../api/test/app/job-table.ts'
import type { Site } from './running-site.ts'

/** Waits until every picture has all its widths. */
export const renditionsMade = (site: Pick<Site, 'query'>) =>
  expect.poll(() => site.query(`SELECT id FROM ${JOBS} WHERE task = 'make-renditions'`)).toEqual([])
