import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import type { latestOperation, Operation, OperationKind, stopOperation } from '@hotvote/shared/operator/operations'
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { hasStatus, isUnanswered } from '../api/call-error.ts'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { callAsOperator } from './call-as-operator.ts'

/** Milliseconds between two reads of an operation that is under way. */
const POLL_MS = 700

/** Whether a worker runs it, or will. */
const isUnderWay = (operation: Operation | null | undefined) =>
  operation?.status === 'queued' || operation?.status === 'running'

/** Whether nothing more comes of it; paused work may go on. */
const isOver = (operation: Operation | null) => !isUnderWay(operation) && operation?.status !== 'paused'

/** The latest operation of a kind, followed while it is under way. */
const operationQuery = (kind: OperationKind) =>
  queryOptions({
    queryKey: ['operations', kind],
    queryFn: () => callAsOperator<typeof latestOperation>('GET /api/admin/operations/:kind', { params: { kind } }),
    // It may have been started in another tab, or last week.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => isUnderWay(state.data) && POLL_MS,
  })

/** Whether the latest operation of each kind was read, or failed to be: from then on nothing below its result is moved. */
export function useAreOperationsFetched(kinds: OperationKind[]) {
  return useQueries({ queries: kinds.map(operationQuery) }).every(({ isFetched }) => isFetched)
}

/** The latest operation of a kind, or why it could not be read. */
export function useLatestOperation<Kind extends OperationKind>(kind: Kind) {
  const query = operationQuery(kind)
  const { data, error, isPending, refetch } = useQuery(query)
  return {
    queryKey: query.queryKey,
    // The kind says what its result is.
    data: data as OperationOf<Kind> | null | undefined,
    isPending,
    loadError: data === undefined ? error : null,
    reload: () => void refetch(),
  }
}

type Options<Kind extends OperationKind, Input> = {
  kind: Kind
  /** Sends the call that starts it, or goes on with what this screen shows as `paused`: `() => startOperation<typeof importMedia>('POST /api/admin/import-media')`. */
  send: (input: Input, paused: Operation | null) => Promise<Operation>
  /** Shown when the work cannot be started; the title, when it fails on its way. */
  failed: { title: string; fallback?: string }
  /**
   * Called once for an operation that ended while this screen was open. `request` is what it was started with here;
   * undefined where that was done elsewhere.
   */
  onEnded?: (operation: OperationOf<Kind>, request: { input: Input } | undefined) => void
  /** Continues a paused operation by itself, until it is done, stopped, or cannot go on. */
  autoContinue?: boolean
}

/** As it is once the server has heard of it. */
const stopping = <Kind extends OperationKind>(operation: OperationOf<Kind> | null): OperationOf<Kind> | null =>
  operation && { ...operation, isStopRequested: true }

/** The operation of one kind: its state, how to start and how to stop it. Found again after a reload. */
export function useOperation<Kind extends OperationKind, Input = void>(options: Options<Kind, Input>) {
  const { kind, send, failed, onEnded, autoContinue = false } = options
  const client = useQueryClient()
  const { data: operation = null, queryKey, ...reading } = useLatestOperation(kind)
  const update = (next: Operation) => void client.setQueryData(queryKey, next)
  // Another tab has continued or stopped it.
  const onError = (error: Error) => hasStatus(error, 409) && client.invalidateQueries({ queryKey })
  const request = useRef<StartRequest<Input>>(undefined)
  const start = useMutation({
    mutationFn: (input: Input) => send(input, operation?.status === 'paused' ? operation : null),
    onMutate: (input) => {
      request.current = { input, after: operation?.id ?? 0 }
    },
    onSuccess: update,
    onError: (error) => {
      // Without an answer, the next operation is taken for the requested one.
      if (!isUnanswered(error)) request.current = undefined
      onError(error)
    },
    meta: { failed, invalidates: [queryKey], refetchOnLostAnswer: [queryKey] },
  })
  const stop = useMutation({
    mutationFn: () =>
      callAsOperator<typeof stopOperation>('POST /api/admin/operations/:kind/stop', { params: { kind } }).then(update),
    onError,
    meta: { failed: { title: 'It could not be stopped' }, invalidates: [queryKey], refetchOnLostAnswer: [queryKey] },
  })
  useOnEnded(operation, { request, onEnded })
  const { mutate } = start
  const isContinuing = autoContinue && operation?.status === 'paused' && !start.isError
  // Each pause comes as a new `operation`, which runs this again.
  useEffect(() => {
    if (isContinuing && operation) mutate(undefined as Input)
  }, [isContinuing, operation, mutate])
  return {
    // Once the next one is started, the result of the last one is no longer shown.
    operation: start.isPending && isOver(operation) ? null : stop.isPending ? stopping(operation) : operation,
    ...reading,
    isUnderWay: start.isPending || isContinuing || isUnderWay(operation),
    start: (...input: Input extends void ? [] : [Input]) => start.mutate(input[0] as Input),
    stop: () => stop.mutate(),
    failed: failed.title,
  }
}

/** What `useOperation` knows and can do of work that is started without a question. */
export type OperationWork<Kind extends OperationKind> = ReturnType<typeof useOperation<Kind>>

/** `after` is the id of the latest operation when the start was requested. */
type StartRequest<Input> = { input: Input; after: number }

type EndedOptions<Kind extends OperationKind, Input> = {
  request: RefObject<StartRequest<Input> | undefined>
  onEnded: Options<Kind, Input>['onEnded']
}

function useOnEnded<Kind extends OperationKind, Input>(
  operation: OperationOf<Kind> | null,
  { request, onEnded }: EndedOptions<Kind, Input>,
) {
  const watched = useRef<number>(undefined)
  useEffect(() => {
    if (operation === null) return
    if (isUnderWay(operation)) {
      watched.current = operation.id
      return
    }
    const own = request.current && operation.id > request.current.after ? request.current : undefined
    if (watched.current !== operation.id && !own) return
    watched.current = undefined
    if (own) request.current = undefined
    onEnded?.(operation, own)
  }, [operation, request, onEnded])
}

/** Steps done a second since this screen watches, and seconds left; undefined until they are known. */
export function useRate({ id, progress: { done, total } }: Operation) {
  const [first, setFirst] = useState({ id, done, time: performance.now() })
  const [rate, setRate] = useState<number>()
  if (first.id !== id) {
    setFirst({ id, done, time: performance.now() })
    setRate(undefined)
  }
  useEffect(() => {
    const seconds = (performance.now() - first.time) / 1000
    if (done > first.done && seconds > 0) setRate((done - first.done) / seconds)
  }, [done, first])
  const secondsLeft = rate !== undefined && total !== null ? Math.max(0, total - done) / rate : undefined
  return { rate, secondsLeft }
}

type Failed = { result: { message: string } | null; error: string | null }

/** Tells that long work failed: what was `done` until then, and why it went no further. */
export const tellFailed = (
  { result, error }: Failed,
  { title, fallback }: { title: string; fallback?: string },
  done = result?.message,
) => toast({ title, description: [done, error ?? fallback].filter(Boolean).join('. '), variant: 'destructive' })

type Stopped = { result: { message: string } | null }

/** Tells what long work had done until it was stopped, if anything; `more`: what is offered with it. */
export const tellStopped = ({ result }: Stopped, more: Pick<ToastContent, 'action'> = {}) =>
  result && toast({ title: 'Stopped', description: result.message, ...more })
