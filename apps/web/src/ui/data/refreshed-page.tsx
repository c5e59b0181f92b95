import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reasonOf } from '../../lib/net/call-error.ts'
import { TryAgain } from '../forms/button.tsx'
import { RefreshButton } from '../forms/refresh-button.tsx'
import { AdminPage } from './admin-page.tsx'
import { Card } from './card.tsx'

type Props<Data> = {
  title: string
  purpose: string
  /** What is shown, in the middle of a sentence: `overview`. */
  noun: string
  query: Pick<UseQueryResult<Data>, 'data' | 'dataUpdatedAt' | 'error'>
  /** Resolves once it was read anew, or could not be. */
  onRefresh: () => Promise<unknown>
  /** Without data it draws what loads. */
  children: (data: Data | undefined) => ReactNode
}

const timeOf = (timestamp: number) => new Date(timestamp).toLocaleTimeString()

/** A screen of figures that reads itself anew: what it shows stays when that fails, and says how old it is. */
export function RefreshedPage<Data>({ title, purpose, noun, query, onRefresh, children }: Props<Data>) {
  const { data, dataUpdatedAt, error } = query
  // What is read anew by itself neither refuses a press nor looks like one.
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = () => {
    setRefreshing(true)
    void onRefresh().finally(() => setRefreshing(false))
  }
  return (
    <AdminPage title={title} purpose={purpose} action={<RefreshButton onClick={refresh} isBusy={isRefreshing} />}>
      {error && !data ? (
        <Card role="alert" className="text-center">
          <h2 className="text-lg">The {noun} could not be loaded</h2>
          <p className="mt-1 text-mute">{reasonOf(error)}</p>
          <TryAgain variant="primary" className="mt-4" onClick={refresh} />
        </Card>
      ) : (
        <>
          {error && !isRefreshing && (
            <p role="alert" className="rounded-control bg-warn p-3.5 text-warn-ink">
              <strong>The {noun} could not be refreshed.</strong> These are the numbers of {timeOf(dataUpdatedAt)}.{' '}
              {reasonOf(error)}
            </p>
          )}
          {children(data)}
        </>
      )}
    </AdminPage>
  )
}
