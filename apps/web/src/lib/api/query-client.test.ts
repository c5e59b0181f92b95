import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('does not retry a query without options', async () => {
  const queryFn = vi.fn().mockRejectedValue(new Error('No'))
  await expect(queryClient.fetchQuery({ queryKey: ['failing'], queryFn })).rejects.toThrow('No')
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('never refetches a query without options by itself', async () => {
  vi.useFakeTimers()
  const queryFn = vi.fn().mockResolvedValue('yes')
  const observer = new QueryObserver(queryClient, { queryKey: ['calm'], queryFn })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'yes', isStale: false })
  queryClient.getQueryCache().onFocus()
  queryClient.getQueryCache().onOnline()
  await vi.advanceTimersByTimeAsync(1000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  stop()
})

test('refetches a failed query once the network is back', async () => {
  const queryFn = vi.fn().mockRejectedValueOnce(new Error('No')).mockResolvedValue('yes')
  const observer = new QueryObserver(queryClient, { queryKey: ['failed'], queryFn })
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  queryClient.getQueryCache().onOnline()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('yes'))
  stop()
})
