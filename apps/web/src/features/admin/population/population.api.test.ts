import { populateVotes } from '@hotvote/shared/population'
import { expect, test } from 'vitest'
import { populationQuery } from './population.api.ts'

const range = { minVotes: '10', maxVotes: '50' }

test('a run begins with the range of the fields', () => {
  expect(populateVotes.query.parse(populationQuery(range, null))).toEqual({ minVotes: 10, maxVotes: 50 })
})

test.each([range, { minVotes: '', maxVotes: '' }, { minVotes: 'abc', maxVotes: '5' }])(
  'a paused run goes on whatever the hidden fields say: %o',
  (hidden) => {
    const query = populationQuery(hidden, { id: 7 })
    expect(query).toEqual({ continues: '7' })
    expect(populateVotes.query.safeParse(query).success).toBe(true)
  },
)
