import { randomUUID } from 'node:crypto'
import { splitIntoChunks } from '../../domain/chunks.ts'
import type { TaskName } from '../../domain/task-names.ts'
import { UPLOAD_ABANDONED_MINUTES } from '../../domain/upload-time.ts'
import type { Db } from '../db/client.ts'
import { insertJob, type NewJob } from './queue-tables.ts'

type Payloads = {
  'sweep-uploads': Record<string, never>
  'forget-expired': Record<string, never>
  'roll-up-days': Record<string, never>
  'erase-media': Record<string, never>
  'erase-accounts': Record<string, never>
  'apply-retention': Record<string, never>
  'back-up': Record<string, never>
  'delete-files': { keys: string[] }
  'read-removed': { mediaId: number }
  'empty-trash': Record<string, never>
  'make-renditions': { key: string }
  'screen-upload': { mediaId: number }
  /** `isQuiet` marks the pause after an email. The job sends nothing unless a new report replaces the job. */
  'mail-urgent-reports': { isQuiet?: true }
  'mail-digest': Record<string, never>
  'skip-mail': Record<string, never>
  'send-mail': { id: string; sealed: string }
  'run-operation': { id: number }
}

export type Tasks = { [Name in TaskName]: Payloads[Name] }

/** Thrown by a task that should be retried later and has logged the reason. The operator sees `message`. */
export class JobDelayed extends Error {}

/** Slow tasks on files. Their jobs are never dropped, so no file is left behind (docs/decisions/030). */
export const FILE_TASKS = ['make-renditions', 'read-removed', 'delete-files'] as const satisfies (keyof Tasks)[]
/** Scheduled tasks. Each task runs one job at a time, across all processes. */
export const SCHEDULED_TASKS = [
  'sweep-uploads',
  'forget-expired',
  'roll-up-days',
  'erase-media',
  'erase-accounts',
  'empty-trash',
  'apply-retention',
  'back-up',
] as const satisfies (keyof Tasks)[]

const GROUPED: (keyof Tasks)[] = [...FILE_TASKS, ...SCHEDULED_TASKS]

type Job<Name extends keyof Tasks> = Omit<NewJob, 'group'> & { name: Name; payload: Tasks[Name] }

/** Adds a job, or replaces the task's waiting job with the same key. */
export const addKeyedJob = <Name extends keyof Tasks>(db: Db, job: Job<Name>) =>
  insertJob(db, { ...job, group: GROUPED.includes(job.name) ? job.name : undefined })

/** `delay` is in seconds. */
export const addDeletionJob = (db: Db, payload: Tasks['delete-files'], delay = 0) =>
  addKeyedJob(db, { name: 'delete-files', payload, key: randomUUID(), delay })

/** Deletes files now and again later, because a store may still complete a canceled upload (docs/decisions/012). */
export const addUploadDeletionJobs = async (db: Db, keys: string[]) => {
  if (keys.length === 0) return
  for (const delay of [0, UPLOAD_ABANDONED_MINUTES * 60]) await addDeletionJob(db, { keys }, delay)
}

const FILES_OF_JOB = 200

export const addDeletionJobs = async (db: Db, keys: string[]) => {
  for (const some of splitIntoChunks(keys, FILES_OF_JOB)) await addDeletionJob(db, { keys: some })
}

export const addRenditionJob = (db: Db, payload: Tasks['make-renditions']) =>
  addKeyedJob(db, { name: 'make-renditions', payload, key: payload.key })
