import type { z } from 'zod'
import { holdsNow, type SettingState, type StoredValues } from './setting-changes.ts'

/** What a form would save of values of earlier, or why it does not take them. */
export type Checked = { values: StoredValues } | { refusal: string }

/** The check of values of earlier by the rules of a form. */
export const checkedBy =
  (schema: z.ZodType<StoredValues> & { shape: object }) =>
  (stored: StoredValues): Checked => {
    if (Object.keys(schema.shape).some((field) => !(field in stored)))
      return { refusal: 'not all of its values were recorded.' }
    const { data, error } = schema.safeParse(stored)
    return data ? { values: data } : { refusal: `${error?.issues[0]?.message}.` }
  }

/** What can be done with a state: nothing while it holds. */
export type Offer = 'in force' | 'same as now' | Checked

type Now = { inForce: StoredValues; check: (values: StoredValues) => Checked }

/**
 * What can be done with each state, the newest first. What was written by another way than a save is in no entry, so the
 * newest need not hold. Where its entry does not say all, what it says decides.
 */
export const offersOf = (states: SettingState[], { inForce, check }: Now): Offer[] => {
  const checked = states.map(({ values }) => check(values))
  const holds = states.map(({ values }, place) => {
    const known = checked[place]
    const isSame = known && 'values' in known && holdsNow(inForce, known.values)
    return isSame || holdsNow(inForce, values, { isPartial: place === 0 })
  })
  return checked.map((offer, place) => {
    if (!holds[place]) return offer
    return holds.indexOf(true) === place ? 'in force' : 'same as now'
  })
}
