import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, savedVersion } from './settings.ts'

const voteMultiplierValues = z.object({
  isEnabled: z.boolean().default(false),
  multiplier: z.number().default(1),
})

/** Applies to displayed totals only (`visitor.md §7`). */
export const voteMultiplierConfig = contract({
  method: 'GET',
  path: '/api/vote-multiplier-config',
  response: voteMultiplierValues,
  revalidate: true,
})

/** Rule and message from `admin.md §5`. */
export const voteMultiplierForm = z.object({
  isEnabled: z.boolean('Enabled must be yes or no'),
  multiplier: z
    .number('Vote multiplier must be greater than 0')
    .gt(0, 'Vote multiplier must be greater than 0')
    .max(1_000_000, 'Vote multiplier must be at most 1,000,000'),
})

export const voteMultiplierSetting = defineSetting({
  name: 'vote-multiplier',
  path: '/api/admin/vote-multiplier-config',
  form: voteMultiplierForm,
  values: voteMultiplierValues,
  setting: voteMultiplierValues.extend(savedVersion).meta({ id: 'VoteMultiplierSetting' }),
})
