import { expect, it } from 'vitest'
import { matches } from './logs.api.ts'

const entry = {
  id: 7,
  event: 'MEDIA_DELETE_REQUEST',
  timestamp: '2026-01-02T23:30:00.000Z',
  actor: 'visitor',
  requestId: 'r-1',
  operator: null,
  context: { mediaId: 12, why: 'Not mine' },
}
const all = { eventType: '', search: '', date: '' }

it.each([
  [{}, true],
  [{ eventType: 'all' }, true],
  [{ eventType: 'MEDIA_DELETE_REQUEST' }, true],
  [{ eventType: 'MEDIA_DELETE_COMPLETED' }, false],
  [{ date: '2026-01-02' }, true],
  [{ date: '2026-01-03' }, false],
  [{ search: 'NOT MINE' }, true],
  [{ search: 'notmine' }, true],
  [{ search: '"mediaId": 12' }, true],
  [{ search: '"event":"media_delete_request","timestamp":"2026' }, true],
  [{ search: '   ' }, true],
  [{ search: 'another word' }, false],
  [{ search: 'r-1', date: '2026-01-03' }, false],
])('filters an entry by %j: %s', (filters, expected) => {
  expect(matches(entry, { ...all, ...filters })).toBe(expected)
})
