import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, savedVersion } from './settings.ts'

const voteMultiplierValues = z.object({
  isEnabled: z.boolean().default(false),
  multiplier: z.number().default(1),
  /** Hides percentages until the visitor has voted, because they sway the vote. */
  hidesResult: z.boolean().default(false),
})

/** How visitors see votes (`visitor.md §7`). */
export const voteMultiplierConfig = contract({
  method: 'GET',
  path: '/api/vote-multiplier-config',
  response: voteMultiplierValues,
  revalidate: true,
})

/** Validation rules and messages from `admin.md §5`. */
export const voteMultiplierForm = z.object({
  isEnabled: z.boolean('Enabled must be yes or no'),
  multiplier: z
    .number('Vote multiplier must be greater than 0')
    .gt(0, 'Vote multiplier must be greater than 0')
    .max(1_000_000, 'Vote multiplier must be at most 1,000,000'),
  hidesResult: z.boolean('Hidden results must be yes or no'),
})

/** Omit `hidesResult` to keep it. */
export const voteMultiplierSetting = defineSetting({
  name: 'vote-multiplier',
  path: '/api/admin/vote-multiplier-config',
  form: voteMultiplierForm.partial({ hidesResult: true }),
  values: voteMultiplierValues,
  setting: voteMultiplierValues.extend(savedVersion).meta({ id: 'VoteMultiplierSetting' }),
})
