import type { ReactNode } from 'react'
import { CallError, NotCalledError } from '../lib/net/call-error.ts'
import { reasonOf } from '../lib/net/load-reason.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'

const messageOf = (error: Error) =>
  error instanceof CallError ? [`HTTP ${error.status}`, error.statusText].filter(Boolean).join(': ') : error.message

type Props = {
  /** 'Failed to load audit logs'. */
  failed: string
  error: Error
  onAgain: () => void
  /** Leads on instead of another try, where that would not help. */
  way?: ReactNode
}

/** A list that could not be loaded, in the words of `admin.md §8`, with a way to try again. */
export function LoadFailure({ failed, error, onAgain, way }: Props) {
  const more = error instanceof NotCalledError ? '' : error instanceof CallError ? error.text : reasonOf(error)
  return (
    <Card role="alert" className="text-center">
      <h2 className="text-lg">
        {failed}: {messageOf(error)}
      </h2>
      {more && <p className="mt-1 text-mute">{more}</p>}
      {way || (
        <Button variant="primary" className="mt-4" onClick={onAgain}>
          Try again
        </Button>
      )}
    </Card>
  )
}
