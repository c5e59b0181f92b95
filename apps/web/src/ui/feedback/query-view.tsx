import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError, describeReason, NotCalledError } from '../../lib/api/call-error.ts'
import { Card } from '../data/card.tsx'
import { Button, TryAgain } from '../forms/button.tsx'
import { Spinner } from './spinner.tsx'

export type Viewed<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }

type Props<Data> = {
  query: Viewed<Data>
  errorTitle: string
  /** Shown while loading; defaults to a spinner. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

export function QueryView<Data>({ query: { data, error, refetch }, errorTitle, loading, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (!error) return loading ?? <Spinner className="m-auto p-8" />
  const failure = (
    <Card role="alert" className="grid content-center justify-items-center text-center">
      <h2 className="text-lg">{errorTitle}</h2>
      <p className="mt-1 text-mute">{describeReason(error.cause ?? error)}</p>
      <TryAgain variant="primary" className="mt-4" onClick={() => refetch()} />
    </Card>
  )
  if (!loading) return failure
  // Fill the space of the loading state, so nothing below moves. Phones skip this, because the page would look empty.
  return (
    <div className="lg:grid lg:items-start lg:*:[grid-area:1/1]">
      <div aria-hidden className="invisible max-lg:hidden">
        {loading}
      </div>
      {failure}
    </div>
  )
}

const getMessage = (error: Error) =>
  error instanceof CallError ? [`HTTP ${error.status}`, error.statusText].filter(Boolean).join(': ') : error.message

type FailureProps = {
  /** Example: 'Failed to load audit logs'. */
  errorTitle: string
  error: Error
  onRetry: () => void
  /** Replaces the retry button if retrying cannot help. */
  action?: ReactNode
}

/** Error message after a failed load, with texts from `admin.md §8`. */
export function LoadFailure({ errorTitle, error, onRetry, action }: FailureProps) {
  const more = error instanceof NotCalledError ? '' : error instanceof CallError ? error.text : describeReason(error)
  return (
    <Card role="alert" className="text-center">
      <h2 className="text-lg">
        {errorTitle}: {getMessage(error)}
      </h2>
      {more && <p className="mt-1 text-mute">{more}</p>}
      {action || <TryAgain variant="primary" className="mt-4" onClick={onRetry} />}
    </Card>
  )
}

type EmptyProps = { icon: LucideIcon; title: string; children?: ReactNode }

export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-14 text-center">
      <Icon aria-hidden className="mb-2 size-8 text-mute" />
      <p className="font-semibold">{title}</p>
      {children && <div className="text-balance text-mute">{children}</div>}
    </div>
  )
}

export const NoMatches = ({ what, onShowAll }: { what: string; onShowAll: () => void }) => (
  <>
    <p>{what} matches the search and the filters.</p>
    <Button className="mt-4" onClick={onShowAll}>
      Show all
    </Button>
  </>
)
