import { expect, it } from 'vitest'
import { takedownForm } from './takedowns.ts'

const typed = {
  complainantName: 'Ada Example',
  complainantEmail: 'ada@example.com',
  complainantPhone: '',
  copyrightOwner: 'Example Pictures Ltd',
  complainantAddress: '',
  workDescription: 'The photo of a lighthouse in my portfolio',
  infringementDescription: 'A copy without permission',
  infringingUrls: 'https://elsewhere.example/1\n\n  https://elsewhere.example/2  \r\n',
  goodFaithStatement: true,
  accuracyStatement: true,
  electronicSignature: 'Ada Example',
}

it('accepts a filled form with one address per line and drops empty fields', () => {
  expect(takedownForm.parse(typed)).toEqual({
    ...typed,
    complainantPhone: undefined,
    complainantAddress: undefined,
    infringingUrls: ['https://elsewhere.example/1', 'https://elsewhere.example/2'],
  })
})

it('removes direction marks of copied text', () => {
  const copied = Object.entries(typed).map(([field, value]) => [
    field,
    typeof value === 'string' ? `\u202a${value}\u202c \u2068` : value,
  ])
  expect(takedownForm.parse(Object.fromEntries(copied))).toEqual(takedownForm.parse(typed))
  const posing = {
    ...typed,
    complainantName: 'Ada \u202egnp.exe',
    workDescription: 'A photo\u2066 of a light\u2069house',
  }
  expect(takedownForm.parse(posing)).toMatchObject({
    complainantName: 'Ada gnp.exe',
    workDescription: 'A photo of a lighthouse',
  })
})

it('converts an internationalized domain to ASCII', () => {
  const given = { ...typed, complainantEmail: 'Ada＠BÜCHER.example' }
  expect(takedownForm.parse(given).complainantEmail).toBe('Ada@xn--bcher-kva.example')
})

it('accepts descriptions of ten characters', () => {
  const short = { ...typed, workDescription: ' 1234567890 ', infringementDescription: 'abcdefghij' }
  expect(takedownForm.safeParse(short)).toMatchObject({ success: true, data: { workDescription: '1234567890' } })
})

it.each([
  ['an address without @', 'complainantEmail', 'ada.example.com', 'Valid email is required'],
  ['nine characters of work', 'workDescription', ' 123456789 ', 'Please provide a detailed description of your work'],
  [
    'nine characters of infringement',
    'infringementDescription',
    '123456789',
    'Please describe the infringement in detail',
  ],
  ['blank lines only', 'infringingUrls', ' \n\n \n', 'At least one infringing URL is required'],
  ['too many addresses', 'infringingUrls', 'x\n'.repeat(101), 'At most 100 infringing URLs fit into one request'],
])('refuses %s at its field', (_what, field, ...[value, message]) => {
  const { error } = takedownForm.safeParse({ ...typed, [field]: value })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
})
