import { expect } from '@playwright/test'
import type { Site } from './running-site.ts'

/** Until the site has made the smaller widths of every picture, so that an item has all its files. */
export const renditionsMade = (site: Pick<Site, 'query'>) =>
  expect
    .poll(() => site.query(`SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'make-renditions'`))
    .toEqual([])
