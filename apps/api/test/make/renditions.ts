import { jobsDone } from '../app/jobs.ts'
import type { TestApp } from '../app/test-app.ts'

export const renditionsMade = ({ deps }: Pick<TestApp, 'deps'>) => jobsDone(deps.db, 'make-renditions')
