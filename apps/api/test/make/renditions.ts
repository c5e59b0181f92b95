import { jobsDone } from '../app/jobs.ts'
import type { TestApp } from '../app/test-app.ts'

/** Until the worker of the app has made the smaller widths of every picture. */
export const renditionsMade = ({ deps }: Pick<TestApp, 'deps'>) => jobsDone(deps.db, 'make-renditions')
