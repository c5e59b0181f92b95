import { expect, it } from 'vitest'
import { infringingUrls } from './takedowns.api.ts'

const ONE = 'https://a.example/1?x=[2]'
const TWO = 'https://b.example/2'

it.each([
  ['a JSON array', JSON.stringify([ONE, ` ${TWO} `, '']), [ONE, TWO]],
  ['a JSON text', JSON.stringify(ONE), [ONE]],
  ['a single address', ONE, [ONE]],
  ['one address a line', `${ONE}\r\n\n  ${TWO}\n`, [ONE, TWO]],
  ['an array that is cut off', '["https://a.example', ['["https://a.example']],
  ['a number', '17', ['17']],
  ['an object', '{"a":1}', ['{"a":1}']],
  ['nothing', '', []],
])('reads %s as lines', (_name, field, lines) => {
  expect(infringingUrls(field)).toEqual(lines)
})
