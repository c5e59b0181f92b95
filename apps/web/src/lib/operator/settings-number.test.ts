import { expect, it } from 'vitest'
import { toNumber } from './use-settings-form.ts'

it.each([
  ['2.0', 2],
  ['0.05', 0.05],
  ['0.125', 0.125],
  ['48', 48],
])('reads "%s" as a number', (text, number) => {
  expect(toNumber(text)).toBe(number)
})

it.each(['', '1.000', '12.500'])('rejects "%s", which is empty or could mean thousands', (text) => {
  expect(toNumber(text)).toBeNaN()
})
