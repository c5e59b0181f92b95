import type { OperationOf } from '@hotvote/shared/operation-results'
import type { latestOperation, Operation, OperationKind, stopOperation } from '@hotvote/shared/operations'
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../net/call-error.ts'
import { isUnanswered } from '../net/lost-answers.ts'
import { callAsOperator } from './call-as-operator.ts'

/** Milliseconds between two looks at running work. */
const LOOK = 700

/** Whether somebody is at it, or will be. */
const isUnderWay = (operation: Operation | null | undefined) =>
  operation?.status === 'queued' || operation?.status === 'running'

/** Whether nothing more comes of it; paused work may go on. */
const isOver = (operation: Operation | null) => !isUnderWay(operation) && operation?.status !== 'paused'

/** The newest work of a kind, asked for again and again while it is under way. */
const operationQuery = (kind: OperationKind) =>
  queryOptions({
    queryKey: ['operations', kind],
    queryFn: () => callAsOperator<typeof latestOperation>('GET /api/admin/operations/:kind', { params: { kind } }),
    // It may have been started in another tab, or last week.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK : false),
  })

/** Whether an answer for each kind came, or a failure: what stands below their results then stays where it is. */
export const useAreKnown = (kinds: OperationKind[]) =>
  useQueries({ queries: kinds.map((kind) => operationQuery(kind)) }).every(({ isFetched }) => isFetched)

function useNewest<Kind extends OperationKind>(kind: Kind) {
  const query = operationQuery(kind)
  const { data = null, isPending } = useQuery(query)
  // The kind says what its result is.
  return { queryKey: query.queryKey, operation: data as OperationOf<Kind> | null, isPending }
}

type Handling<Kind extends OperationKind, Asked> = {
  kind: Kind
  /** Sends the call that starts it, or goes on with what this screen shows as `paused`: `() => startOperation<typeof importMedia>('POST /api/admin/import-media')`. */
  send: (asked: Asked, paused: Operation | null) => Promise<Operation>
  /** Shown when the work cannot be started; the title, when it fails on its way. */
  failed: { title: string; fallback?: string }
  /** Told once about work that ended while this screen was open. */
  onEnded?: (operation: OperationOf<Kind>) => void
  /** Asks for paused work again by itself, until it is done, stopped, or cannot go on. */
  goesOn?: boolean
}

/** Long work of one kind: what it is at, how to start and how to stop it. Found again after a reload. */
export function useOperation<Kind extends OperationKind, Asked = void>(handling: Handling<Kind, Asked>) {
  const { kind, send, failed, onEnded, goesOn = false } = handling
  const client = useQueryClient()
  const { queryKey, operation, isPending } = useNewest(kind)
  const askAgain = useCallback(() => void client.invalidateQueries({ queryKey: ['operations', kind] }), [client, kind])
  const tellTabs = useOtherTabs(kind, askAgain)
  const keep = (next: Operation) => {
    client.setQueryData(queryKey, next)
    tellTabs()
  }
  // Somebody else has continued or stopped it.
  const onError = (error: Error) => error instanceof CallError && error.status === 409 && askAgain()
  const watched = useRef<number>(undefined)
  const asked = useRef<number>(undefined)
  const start = useMutation({
    mutationFn: (what: Asked) => send(what, operation?.status === 'paused' ? operation : null),
    onSuccess: (started) => {
      watched.current = started.id // It may have ended before it is drawn.
      keep(started)
    },
    onError: (error) => {
      asked.current = isUnanswered(error) ? (operation?.id ?? 0) : undefined
      onError(error)
    },
    meta: { failed, stale: [queryKey], truth: [queryKey] },
  })
  const stop = useMutation({
    mutationFn: () =>
      callAsOperator<typeof stopOperation>('POST /api/admin/operations/:kind/stop', { params: { kind } }).then(keep),
    onError,
    meta: { stale: [queryKey] },
  })
  useEnd(operation, { watched, asked, onEnded })
  const { mutate } = start
  const isGoingOn = goesOn && operation?.status === 'paused' && !start.isError
  // Each pause is an answer of its own.
  useEffect(() => {
    if (isGoingOn && operation) mutate(undefined as Asked)
  }, [isGoingOn, operation, mutate])
  return {
    // What came of the last one is no longer of interest once the next one is asked for.
    operation: start.isPending && isOver(operation) ? null : operation,
    isPending,
    isUnderWay: start.isPending || isGoingOn || isUnderWay(operation),
    start: (...asked: Asked extends void ? [] : [Asked]) => start.mutate(asked[0] as Asked),
    stop: () => stop.mutate(),
    failed: failed.title,
  }
}

/** What one tab of this browser begins or stops, the others ask for at once. Returns how to tell them. */
function useOtherTabs(kind: OperationKind, onTold: () => void) {
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    const opened = new BroadcastChannel(`operations/${kind}`)
    opened.onmessage = onTold
    channel.current = opened
    return () => opened.close()
  }, [kind, onTold])
  return () => channel.current?.postMessage('changed')
}

/** What `useOperation` knows and can do of work that is started without a question. */
export type OperationWork<Kind extends OperationKind> = ReturnType<typeof useOperation<Kind>>

type Watch<Kind extends OperationKind> = {
  watched: RefObject<number | undefined>
  /** The newest one when this screen asked for another, and the answer got lost. */
  asked: RefObject<number | undefined>
  onEnded: Handling<Kind, void>['onEnded']
}

function useEnd<Kind extends OperationKind>(
  operation: OperationOf<Kind> | null,
  { watched, asked, onEnded }: Watch<Kind>,
) {
  useEffect(() => {
    if (operation === null) return
    if (isUnderWay(operation)) {
      watched.current = operation.id
      return
    }
    const isAsked = asked.current !== undefined && operation.id > asked.current
    if (watched.current !== operation.id && !isAsked) return
    watched.current = undefined
    asked.current = undefined
    onEnded?.(operation)
  }, [operation, watched, asked, onEnded])
}

/** Done a second since this screen watches, and seconds that are left; undefined until both can be told. */
export function useRate({ id, progress: { done, total } }: Operation) {
  const [first, setFirst] = useState({ id, done, at: performance.now() })
  const [rate, setRate] = useState<number>()
  if (first.id !== id) {
    setFirst({ id, done, at: performance.now() })
    setRate(undefined)
  }
  useEffect(() => {
    const seconds = (performance.now() - first.at) / 1000
    if (done > first.done && seconds > 0) setRate((done - first.done) / seconds)
  }, [done, first])
  const left = rate !== undefined && total !== null ? Math.max(0, total - done) / rate : undefined
  return { rate, left }
}
