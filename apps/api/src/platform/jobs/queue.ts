import { randomUUID } from 'node:crypto'
import { splitIntoChunks } from '../../domain/chunks.ts'
import type { TaskName } from '../../domain/task-names.ts'
import { UPLOAD_OVER_MINUTES } from '../../domain/upload-time.ts'
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
  /** `takenDown`: ids of entries that get the hashes of the files before these are deleted. */
  'delete-files': { keys: string[]; takenDown?: number[] }
  'read-removed': { mediaId: number }
  'empty-trash': Record<string, never>
  /** `key`: that of the original. */
  'make-renditions': { key: string }
  /** `isQuiet`: a mail was sent ten minutes before; without a report since then nothing is to be told. */
  'mail-urgent-reports': { isQuiet?: true }
  'mail-digest': Record<string, never>
  'mail-nobody': Record<string, never>
  'send-mail': { id: string; sealed: string }
  'run-operation': { id: number }
}

/** Each task of `taskNames` with its payload. */
export type Tasks = { [Name in TaskName]: Payloads[Name] }

/** Thrown by a task that has to wait for its next attempt, and has logged why: `message` is for the operator. */
export class JobDelayed extends Error {}

/** Tasks that read or make files, which may take minutes. Their jobs are never dropped, because files would stay as they are (docs/decisions/030). */
export const FILE_TASKS = ['make-renditions', 'read-removed', 'delete-files'] as const satisfies (keyof Tasks)[]
/** Tasks that the schedule queues, too: one job of each runs at a time, however many processes take jobs. */
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

/** Adds a job that there may be only one of; with a transaction's `db` it exists if, and only if, the transaction commits. */
export const addKeyedJob = <Name extends keyof Tasks>(db: Db, job: Job<Name>) =>
  insertJob(db, { ...job, group: GROUPED.includes(job.name) ? job.name : undefined })

/** Deletes stored files `delay` seconds from now, in the same way. */
export const addDeletionJob = (db: Db, payload: Tasks['delete-files'], delay = 0) =>
  addKeyedJob(db, { name: 'delete-files', payload, key: randomUUID(), delay })

/**
 * Deletes files that may still be being written: now, and once more when no process writes them any more. A store may complete
 * an upload that was given up (docs/decisions/012), and no row would lead to it.
 */
export const addUnfinishedDeletionJobs = async (db: Db, keys: string[]) => {
  if (keys.length === 0) return
  for (const delay of [0, UPLOAD_OVER_MINUTES * 60]) await addDeletionJob(db, { keys }, delay)
}

/** Files of one job: one that cannot be deleted has as many others tried again with it. */
const FILES_OF_JOB = 200

/** Deletes any number of files, in jobs of a bounded size. */
export const addDeletionJobs = async (db: Db, keys: string[]) => {
  for (const some of splitIntoChunks(keys, FILES_OF_JOB)) await addDeletionJob(db, { keys: some })
}

/** Makes the renditions of an item. */
export const addRenditionJob = (db: Db, payload: Tasks['make-renditions']) =>
  addKeyedJob(db, { name: 'make-renditions', payload, key: payload.key })
