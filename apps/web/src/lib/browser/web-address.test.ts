import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test('accepts only full web addresses', () => {
  expect(webAddress('https://partner.example/more?a=1')).toBe('https://partner.example/more?a=1')
  expect(webAddress('http://partner.example')).toBe('http://partner.example/')
  for (const other of [
    '',
    ' ',
    '/upload',
    'partner.example',
    '//partner.example',
    'javascript:alert(1)',
    'data:,hello',
  ])
    expect(webAddress(other), other).toBeUndefined()
})
