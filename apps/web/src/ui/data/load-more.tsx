import { useEffect } from 'react'

/** The next page of a list. */
export type More = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Of an infinite query. */
export const toMore = (query: Pages): More => ({
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
