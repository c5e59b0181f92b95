import { expect } from '@playwright/test'
import { JOBS } from '../../../api/test/app/job-table.ts'
import type { Site } from './running-site.ts'

/** Until the site has made the smaller widths of every picture, so that an item has all its files. */
export const renditionsMade = (site: Pick<Site, 'query'>) =>
  expect.poll(() => site.query(`SELECT id FROM ${JOBS} WHERE task = 'make-renditions'`)).toEqual([])
