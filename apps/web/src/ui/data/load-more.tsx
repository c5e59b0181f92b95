import { useEffect } from 'react'

export type More = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

export const toMore = (query: Pages): More => ({
  hasMore: query.hasNextPage,
  isLoading: query.isFetching,
  hasFailed: query.isFetchNextPageError,
  load: () => void query.fetchNextPage(),
})

/** After a failure only the button loads more. */
export function useLoadMore(isNearEnd: boolean, { hasMore, isLoading, hasFailed, load }: More) {
  const isDue = isNearEnd && hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (isDue) load()
  }, [isDue, load])
}
