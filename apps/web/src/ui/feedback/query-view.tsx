import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError, describeReason, NotCalledError } from '../../lib/api/call-error.ts'
import { refetchFailed } from '../../lib/api/query-client.ts'
import { Card } from '../data/card.tsx'
import { Button, TryAgain } from '../forms/button.tsx'
import { Spinner } from './spinner.tsx'

export type Viewed<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }

type Props<Data> = {
  query: Viewed<Data>
  errorTitle: string
  /** Adds the HTTP status to the title (`admin.md §8`). */
  showsStatus?: boolean
  /** Replaces the retry button if retrying cannot help. */
  action?: ReactNode
  /** Shown while loading; defaults to a spinner. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

export function QueryView<Data>({ query, errorTitle, showsStatus, action, loading, children }: Props<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return loading ?? <Spinner className="m-auto p-8" />
  const retry = () => {
    void refetch()
    refetchFailed()
  }
  return (
    <Card role="alert" className="grid content-center justify-items-center text-center">
      <h2 className="text-lg">
        {errorTitle}
        {showsStatus && `: ${getMessage(error)}`}
      </h2>
      {!(showsStatus && error instanceof NotCalledError) && (
        <p className="mt-1 text-mute">{describeReason(error.cause ?? error)}</p>
      )}
      {action || <TryAgain variant="primary" className="mt-4" onClick={retry} />}
    </Card>
  )
}

const getMessage = (error: Error) =>
  error instanceof CallError ? [`HTTP ${error.status}`, error.statusText].filter(Boolean).join(': ') : error.message

type EmptyProps = {
  icon: LucideIcon
  title: string
  /** Removes the filters. Undefined if none are set. */
  onShowAll?: (() => void) | undefined
  /** Shown if no filters are set. */
  children?: ReactNode
}

export function Empty({ icon: Icon, title, onShowAll, children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-14 text-center">
      <Icon aria-hidden className="mb-2 size-8 text-mute" />
      <p className="font-semibold">{title}</p>
      <div className="text-balance text-mute empty:hidden">
        {onShowAll ? <p>Nothing matches the search and the filters.</p> : children}
      </div>
      {onShowAll && (
        <Button className="mt-4" onClick={onShowAll}>
          Show all
        </Button>
      )}
    </div>
  )
}
