import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../net/query-client.ts'
import { operationQuery } from './operations.ts'

test('an operation that could not be read, and may be under way, is asked for again by itself; one that is none is not', async () => {
  const answers = vi
    .fn()
    .mockResolvedValueOnce(new Response('', { status: 500 }))
    .mockResolvedValue(Response.json(null))
  vi.stubGlobal('fetch', answers)
  const query = operationQuery('export-votes')
  const observer = new QueryObserver(queryClient, { ...query, refetchInterval: false })
  const stop = observer.subscribe(() => {})
  const interval = () => {
    const [found] = queryClient.getQueryCache().findAll({ queryKey: query.queryKey })
    return found && typeof query.refetchInterval === 'function' && query.refetchInterval(found as never)
  }
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  expect(interval()).toBeGreaterThan(0)
  await observer.refetch()
  expect(observer.getCurrentResult().data).toBeNull()
  expect(interval()).toBe(false)
  stop()
  vi.unstubAllGlobals()
  queryClient.clear()
})
