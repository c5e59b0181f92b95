import { z } from 'zod'
import { contract } from '../contract.ts'

/** Long-running work of the operator; at most one operation of a kind is open at a time. */
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

/** How far an operation is: `total` is null as long as it is unknown; `counts` are numbers of what was done, by name. */
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
    /** `paused` goes on with the next call that starts it; `queued`, `running` and `paused` are open. */
    status: z.enum(['queued', 'running', 'paused', 'done', 'failed', 'stopped']),
    isStopRequested: z.boolean(),
    progress,
    /** The answer of the call that starts it; of one that was stopped or failed, what was done until then. */
    result: z.unknown(),
    /** What went wrong, for a person to read. */
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Operation' })
export type Operation = z.infer<typeof operation>

const ofKind = z.strictObject({ kind: z.enum(operationKinds) })

/** The newest operation of a kind, or null. */
export const latestOperation = contract({
  method: 'GET',
  path: '/api/admin/operations/:kind',
  params: ofKind,
  response: operation.nullable(),
})

/** Requests the end of the open operation of a kind, after its current step. */
export const stopOperation = contract({
  method: 'POST',
  path: '/api/admin/operations/:kind/stop',
  params: ofKind,
  response: operation,
  errors: ['conflict'],
})
