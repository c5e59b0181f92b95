import type { ReactNode } from 'react'
import { CallError, NotCalledError } from '../lib/net/call-error.ts'
import { reasonOf } from '../lib/net/load-reason.ts'
import { Card } from './card.tsx'
import { TryAgain } from './try-again.tsx'

const messageOf = (error: Error) =>
  error instanceof CallError ? [`HTTP ${error.status}`, error.statusText].filter(Boolean).join(': ') : error.message

type Props = {
  /** 'Failed to load audit logs'. */
  errorTitle: string
  error: Error
  onRetry: () => void
  /** Leads on instead of another try, where that would not help. */
  action?: ReactNode
}

/** A list that could not be loaded, in the words of `admin.md §8`, with a way to try again. */
export function LoadFailure({ errorTitle, error, onRetry, action }: Props) {
  const more = error instanceof NotCalledError ? '' : error instanceof CallError ? error.text : reasonOf(error)
  return (
    <Card role="alert" className="text-center">
      <h2 className="text-lg">
        {errorTitle}: {messageOf(error)}
      </h2>
      {more && <p className="mt-1 text-mute">{more}</p>}
      {action || <TryAgain variant="primary" className="mt-4" onClick={onRetry} />}
    </Card>
  )
}
