import { expect, test } from 'vitest'
import { LOGS, logStatsQuery, logsQuery, toValidFilters } from './logs.api.ts'

test('what an address names and does not exist is not asked for', () => {
  const made = toValidFilters({ eventType: 'MADE_UP', search: 'beach', date: '2026-02-31' })
  expect(made).toEqual({ eventType: 'all', search: 'beach', date: '' })
  const { queryKey } = logsQuery(made, { cursor: '', isLive: false })
  expect(queryKey).toEqual([...LOGS, 'list', { search: 'beach', limit: 50 }, ''])
  expect(logStatsQuery(made).queryKey).toEqual([...LOGS, 'stats', { search: 'beach' }])
})

test('what does exist is', () => {
  const filters = { eventType: 'MEDIA_ERASED', search: '', date: '2026-02-28' }
  expect(toValidFilters(filters)).toEqual(filters)
})
