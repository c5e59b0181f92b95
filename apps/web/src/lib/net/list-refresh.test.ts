import { afterEach, expect, test } from 'vitest'
import { shownToast, toast } from '../browser/toasts.ts'
import { CallError } from './call-error.ts'
import './list-refresh.ts'
import { queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

/** What is told once a list that was read cannot be read again. */
const toldOf = async (meta?: { isQuiet: true }) => {
  toast({ title: 'Configuration Updated' })
  const queryKey = ['admin', 'things']
  await queryClient.fetchQuery({ queryKey, queryFn: () => ['thing'] })
  const queryFn = () => Promise.reject(new CallError(503, 'Service Unavailable', ''))
  await expect(queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0, ...(meta && { meta }) })).rejects.toThrow(
    '503',
  )
  return shownToast()?.title
}

test('a list that could not be read again says so', async () => {
  expect(await toldOf()).toBe('Not up to date')
})

test('one that fails quietly leaves what was told before', async () => {
  expect(await toldOf({ isQuiet: true })).toBe('Configuration Updated')
})
