import { z } from 'zod'
import { contract } from './contract.ts'

/** Displayed totals are multiplied and rounded when enabled (`visitor.md §7`); votes themselves stay as they are. */
export const voteMultiplierConfig = contract({
  method: 'GET',
  path: '/api/vote-multiplier-config',
  response: z.object({ isEnabled: z.boolean(), multiplier: z.number() }),
  revalidate: true,
})
