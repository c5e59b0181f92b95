import { z } from 'zod'
import { contract } from './contract.ts'
import { lastSaved, settingContracts } from './settings.ts'

const voteMultiplier = z.object({ isEnabled: z.boolean(), multiplier: z.number() })

/** Displayed totals are multiplied and rounded when enabled (`visitor.md §7`); votes themselves stay as they are. */
export const voteMultiplierConfig = contract({
  method: 'GET',
  path: '/api/vote-multiplier-config',
  response: voteMultiplier,
  revalidate: true,
})

/** Rule and message of `admin.md §5`. */
export const voteMultiplierForm = z.object({
  isEnabled: z.boolean('Enabled must be yes or no'),
  multiplier: z
    .number('Vote multiplier must be greater than 0')
    .gt(0, 'Vote multiplier must be greater than 0')
    .max(1_000_000, 'Vote multiplier must be at most 1,000,000'),
})

export const { read: operatorVoteMultiplier, save: saveVoteMultiplier } = settingContracts({
  path: '/api/admin/vote-multiplier-config',
  form: voteMultiplierForm,
  setting: voteMultiplier.extend({ updatedAt: lastSaved }).meta({ id: 'VoteMultiplierSetting' }),
})
