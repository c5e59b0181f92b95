import { expect, test } from 'vitest'
import { mediaKind, mediaName, ratioOf } from './media-kind.ts'

test.each([
  ['image/webp', 'image', 'Photo'],
  ['video/mp4', 'video', 'Video'],
  ['application/pdf', 'unknown', 'Photo'],
  ['', 'unknown', 'Photo'],
])('%j is an %s, called %s', (mimeType, kind, name) => {
  expect(mediaKind(mimeType)).toBe(kind)
  expect(mediaName(mimeType)).toBe(name)
})

test('an item has its own ratio, or 16:9 when that is not known', () => {
  expect(ratioOf({ width: 300, height: 400 })).toBe(0.75)
  for (const size of [
    { width: 0, height: 0 },
    { width: 300, height: 0 },
  ])
    expect(ratioOf(size)).toBeCloseTo(16 / 9, 10)
})
