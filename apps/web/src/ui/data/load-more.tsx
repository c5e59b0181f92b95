import { useEffect } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { TryAgain } from '../forms/button.tsx'

/** The next page of a list. */
export type More = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Of an infinite query. */
export const moreOf = (query: Pages): More => ({
  hasMore: query.hasNextPage,
  isLoading: query.isFetching,
  hasFailed: query.isFetchNextPageError,
  load: () => void query.fetchNextPage(),
})

/** Loads the next page once the reader is near the end; one that failed waits for the button. */
export function useLoadMore(isNearEnd: boolean, { hasMore, isLoading, hasFailed, load }: More) {
  const isDue = isNearEnd && hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (isDue) load()
  }, [isDue, load])
}

/** The end of what is loaded: a spinner, or a button to try again. */
export function MoreToCome({ more }: { more: More }) {
  if (!more.hasMore) return null
  return (
    <div className="flex min-h-16 items-center justify-center gap-3 p-2 text-mute">
      {more.hasFailed ? (
        <>
          The rest could not be loaded.
          <TryAgain size="small" onClick={more.load} />
        </>
      ) : (
        <Spinner label="Loading more…" />
      )}
    </div>
  )
}
