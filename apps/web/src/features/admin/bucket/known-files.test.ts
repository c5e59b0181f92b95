import { expect, test } from 'vitest'
import type { Deletable } from './deletion-bar.tsx'
import { knownFiles } from './known-files.ts'

const file = (key: string): Deletable => ({ key, item: null })
const [a, b, c] = [file('a'), file('b'), file('c')]

test('the copy that stays is known of a spare one, also once the list shows it', () => {
  const known = knownFiles()
  known.learn('groups', [a, { ...b, copyOf: a }])
  known.learn('list', [a, { ...b, item: { id: 1, name: 'b.jpg', votes: 2 } }])
  expect(known.of('b')).toEqual({ key: 'b', item: { id: 1, name: 'b.jpg', votes: 2 }, copyOf: a })
  expect(known.of('a')).toEqual(a)
})

test('no copy stays of a file that comes first in its group by now, or is in none', () => {
  const known = knownFiles()
  known.learn('groups', [a, { ...b, copyOf: a }, { ...c, copyOf: a }])
  known.learn('groups', [b, { ...c, copyOf: b }])
  expect(known.of('b')).toEqual(b)
  expect(known.of('c')).toEqual({ ...c, copyOf: b })
  known.learn('groups', [])
  expect(known.of('c')).toEqual(c)
})

test('a group that says nothing of copies takes away none that another one names', () => {
  const known = knownFiles()
  known.learn('groups', [a, { ...b, copyOf: a }, b, { ...b, copyOf: undefined }])
  expect(known.of('b')).toEqual({ ...b, copyOf: a })
})

test('of a file that was never shown only its key is known', () => {
  expect(knownFiles().of('a')).toEqual(a)
})
