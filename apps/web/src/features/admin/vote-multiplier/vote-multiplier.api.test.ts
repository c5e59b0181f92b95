import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query-client.ts'
import { voteMultiplierQuery } from './vote-multiplier.api.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('fails with the specified text when the multiplier cannot be fetched', async () => {
  await expect(new QueryClient().fetchQuery(voteMultiplierQuery)).rejects.toThrow(
    /^Failed to fetch vote multiplier configuration$/,
  )
})

test('refetches the multiplier only for a screen that opens after ten minutes', async () => {
  vi.useFakeTimers()
  const queryFn = vi.fn().mockResolvedValue({})
  const open = () => new QueryObserver(queryClient, { ...voteMultiplierQuery, queryFn }).subscribe(() => {})
  const close = open()
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1)
  open()()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  queryClient.getQueryCache().onFocus()
  queryClient.getQueryCache().onOnline()
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(1)
  close()
  open()()
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(voteMultiplierQuery.gcTime).toBe(10 * 60_000)
})
