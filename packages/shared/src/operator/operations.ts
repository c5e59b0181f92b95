import { z } from 'zod'
import { contract } from '../contract.ts'

/** Kinds of operations. At most one operation of each kind can be open. */
export const operationKinds = [
  'import-media',
  'reset-database',
  'purge-inactive-accounts',
  'populate-votes',
  'export-votes',
  'find-duplicates',
  'find-orphans',
  'delete-bucket-files',
  'delete-media',
  'set-votes-aside',
  'empty-trash',
  'restore-media',
] as const
export type OperationKind = (typeof operationKinds)[number]

/** Progress of an operation. `total` is null while unknown; `counts` are finished steps by name. */
export const progress = z.object({
  done: z.number().default(0),
  total: z.number().nullable().default(null),
  counts: z.record(z.string(), z.number()).default({}),
})
export type Progress = z.infer<typeof progress>

export const operation = z
  .object({
    id: z.number(),
    kind: z.string(),
    /** The first three statuses are open. The next start call resumes a `paused` operation. */
    status: z.enum(['queued', 'running', 'paused', 'done', 'failed', 'stopped']),
    isStopRequested: z.boolean(),
    progress,
    /** Response to the start call; incomplete after a failure or stop. */
    result: z.unknown(),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Operation' })
export type Operation = z.infer<typeof operation>

const ofKind = z.strictObject({ kind: z.enum(operationKinds) })

export const latestOperation = contract({
  method: 'GET',
  path: '/api/admin/operations/:kind',
  role: 'moderator',
  params: ofKind,
  response: operation.nullable(),
})

/** Stops an operation after its current step. */
export const stopOperation = contract({
  method: 'POST',
  path: '/api/admin/operations/:kind/stop',
  role: 'moderator',
  params: ofKind,
  response: operation,
  errors: ['conflict'],
})
