import { expect, test } from 'vitest'
import { describeRemoval, describeRemovals, parseInfringingUrls } from './moderation.ts'

test.each([
  [{ toTrash: 3, forGood: 0 }, '3 items go to the trash, with their votes. You can restore them for 7 days.'],
  [
    { toTrash: 2, forGood: 1 },
    '2 items go to the trash, where you can restore them for 7 days. 1 item will be deleted for good, because of upheld takedowns. Their votes go with them.',
  ],
  [
    { toTrash: 0, forGood: 3 },
    '3 items will be deleted for good, with their votes, because takedowns about them were upheld. This cannot be undone.',
  ],
])('says how many of several items can be restored: %j', (counts, text) => {
  expect(describeRemovals('3 items', counts, 'votes')).toBe(text)
})

test('says that an item of an upheld takedown is deleted for good', () => {
  expect(describeRemoval({ isForGood: true }, 'beach.jpg', 'votes')).toBe(
    'beach.jpg will be deleted for good, with its votes, because a takedown about it was upheld. This cannot be undone.',
  )
})

const ONE = 'https://a.example/1?x=[2]'
const TWO = 'https://b.example/2'

test.each([
  ['a JSON array', JSON.stringify([ONE, ` ${TWO} `, '']), [ONE, TWO]],
  ['a JSON text', JSON.stringify(ONE), [ONE]],
  ['a single address', ONE, [ONE]],
  ['one address a line', `${ONE}\r\n\n  ${TWO}\n`, [ONE, TWO]],
  ['an array that is cut off', '["https://a.example', ['["https://a.example']],
  ['a number', '17', ['17']],
  ['an object', '{"a":1}', ['{"a":1}']],
  ['nothing', '', []],
])('reads the URLs of a claim from %s', (_name, field, lines) => {
  expect(parseInfringingUrls(field)).toEqual(lines)
})
