import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import type { latestOperation, Operation, OperationKind, stopOperation } from '@hotvote/shared/operator/operations'
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { hasStatus, isUnanswered } from '../api/call-error.ts'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { callAsOperator } from './call-as-operator.ts'

/** Milliseconds. */
const POLL_MS = 700

const isUnderWay = (operation: Operation | null | undefined) =>
  operation?.status === 'queued' || operation?.status === 'running'

/** False for a paused operation, which can be resumed. */
const isOver = (operation: Operation | null) => !isUnderWay(operation) && operation?.status !== 'paused'

/** Query for the latest operation of a kind, polled while the operation is running. */
const operationQuery = (kind: OperationKind) =>
  queryOptions({
    queryKey: ['operations', kind],
    queryFn: () => callAsOperator<typeof latestOperation>('GET /api/admin/operations/:kind', { params: { kind } }),
    // Always refetch, because another tab may have started an operation.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => isUnderWay(state.data) && POLL_MS,
  })

/** True once all operations have been fetched, so results cannot shift the layout later. */
export function useAreOperationsFetched(kinds: OperationKind[]) {
  return useQueries({ queries: kinds.map(operationQuery) }).every(({ isFetched }) => isFetched)
}

export function useLatestOperation<Kind extends OperationKind>(kind: Kind) {
  const query = operationQuery(kind)
  const { data, error, isPending, refetch } = useQuery(query)
  return {
    queryKey: query.queryKey,
    // The kind determines the type of the result.
    data: data as OperationOf<Kind> | null | undefined,
    isPending,
    loadError: data === undefined ? error : null,
    reload: () => void refetch(),
  }
}

type Options<Kind extends OperationKind, Input> = {
  kind: Kind
  /** Starts the operation, or resumes the `paused` one. */
  send: (input: Input, paused: Operation | null) => Promise<Operation>
  /** Toast to show if the start fails. The title is also used if the operation fails later. */
  failed: { title: string; fallback?: string }
  /** Called when an operation ends while the screen is open. `request` is undefined if another screen started it. */
  onEnded?: (operation: OperationOf<Kind>, request: { input: Input } | undefined) => void
  /** Resumes a paused operation automatically. */
  autoContinue?: boolean
}

const stopping = <Kind extends OperationKind>(operation: OperationOf<Kind> | null): OperationOf<Kind> | null =>
  operation && { ...operation, isStopRequested: true }

/** State and controls of the latest operation of a kind. The state survives a reload. */
export function useOperation<Kind extends OperationKind, Input = void>(options: Options<Kind, Input>) {
  const { kind, send, failed, onEnded, autoContinue = false } = options
  const client = useQueryClient()
  const { data: operation = null, queryKey, ...reading } = useLatestOperation(kind)
  const update = (next: Operation) => void client.setQueryData(queryKey, next)
  // Refetch after a conflict, because another tab has resumed or stopped the operation.
  const onError = (error: Error) => hasStatus(error, 409) && client.invalidateQueries({ queryKey })
  const request = useRef<StartRequest<Input>>(undefined)
  const start = useMutation({
    mutationFn: (input: Input) => send(input, operation?.status === 'paused' ? operation : null),
    onMutate: (input) => {
      request.current = { input, after: operation?.id ?? 0 }
    },
    onSuccess: update,
    onError: (error) => {
      // If there was no response, assume that the next operation is the requested one.
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
  // Each pause creates a new `operation` object, which triggers this effect again.
  useEffect(() => {
    if (isContinuing && operation) mutate(undefined as Input)
  }, [isContinuing, operation, mutate])
  return {
    // Hide the previous result while the next operation starts.
    operation: start.isPending && isOver(operation) ? null : stop.isPending ? stopping(operation) : operation,
    ...reading,
    isUnderWay: start.isPending || isContinuing || isUnderWay(operation),
    start: (...input: Input extends void ? [] : [Input]) => start.mutate(input[0] as Input),
    stop: () => stop.mutate(),
    failed: failed.title,
  }
}

export type OperationWork<Kind extends OperationKind> = ReturnType<typeof useOperation<Kind>>

/** A start request. `after` is the id of the latest operation at the time of the request. */
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

/** Returns the steps per second and the remaining seconds, both undefined until known. */
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

type Ended = { result: { message: string } | null; error: string | null }

export const toastFailure = ({ result, error }: Ended, { title, fallback }: { title: string; fallback?: string }) =>
  toast({
    title,
    description: [result?.message, error ?? fallback].filter(Boolean).join('. '),
    variant: 'destructive',
  })

export const tellStopped = ({ result }: Pick<Ended, 'result'>, more: Pick<ToastContent, 'action'> = {}) =>
  result && toast({ title: 'Stopped', description: result.message, ...more })
