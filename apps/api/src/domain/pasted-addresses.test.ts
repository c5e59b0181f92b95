import { expect, it } from 'vitest'
import { extractAddresses } from './pasted-addresses.ts'

const URL = 'https://hot.example/m/12'
const escaped = encodeURIComponent(URL)

it.each([
  ['alone', URL],
  ['in angle brackets', `<${URL}>`],
  ['with a full stop', `${URL}.`],
  ['in parentheses', `(${URL})`],
  ['with a number', `1. ${URL}`],
  ['with a number and no space', `1.${URL}`],
  ['with a bullet', `• ${URL},`],
  ['in a sentence', `My photo is at ${URL}, please remove it!`],
  ['in quotes', `“${URL}”`],
  ['as a Markdown link', `[my photo](${URL})`],
  ['as an HTML link', `<a href="${URL}">photo</a>`],
  ['as a Google link', `https://www.google.com/url?sa=t&url=${escaped}&usg=x`],
  ['as a Google link with q', `https://www.google.com/url?q=${URL}&sa=D`],
  ['as an HTML-escaped Google link', `https://www.google.com/url?sa=t&amp;url=${escaped}&amp;usg=x`],
  [
    'as a Google image',
    `https://www.google.com/imgres?imgurl=${encodeURIComponent('https://x.example/a')}&imgrefurl=${escaped}`,
  ],
  ['as an Outlook link', `https://eur01.safelinks.protection.outlook.com/?url=${escaped}&data=05%7C01&reserved=0`],
  [
    'behind two redirects',
    `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://www.google.com/url?q=${escaped}`)}`,
  ],
  ['percent-encoded', escaped],
  ['beside another', `https://other.example/1,${URL}`],
])('finds an address %s', (_how, line) => {
  expect(extractAddresses(line)).toContain(URL)
})

it('finds paths and addresses without a scheme', () => {
  expect(extractAddresses('See hot.example/m/12.')).toContain('hot.example/m/12')
  expect(extractAddresses('/m/12')).toContain('/m/12')
})

it('keeps the order of several addresses and lists each once', () => {
  expect(extractAddresses(`${URL} and https://b.example/2 and ${URL}`).filter((one) => one.startsWith('http'))).toEqual(
    [URL, 'https://b.example/2'],
  )
})
