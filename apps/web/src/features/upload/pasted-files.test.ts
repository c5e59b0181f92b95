import { expect, test } from 'vitest'
import { sortPasted } from './accepted-files.ts'

const MB = 1024 * 1024
const makeFile = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })

test('accepts images of up to 10 MB', () => {
  const fits = makeFile('fits.png', 'image/png', 10 * MB)
  const over = makeFile('over.png', 'image/png', 10 * MB + 1)
  expect(sortPasted([fits, over])).toEqual({ accepted: [fits], problems: ['Image files must be under 10MB'] })
})

test('accepts videos of up to 20 MB', () => {
  const fits = makeFile('fits.mp4', 'video/mp4', 20 * MB)
  const over = makeFile('over.mp4', 'video/mp4', 20 * MB + 1)
  expect(sortPasted([fits, over])).toEqual({ accepted: [fits], problems: ['Video files must be under 20MB'] })
})

test('refuses other types with a single message', () => {
  const files = [makeFile('a.svg', 'image/svg+xml'), makeFile('b.webm', 'video/webm')]
  expect(sortPasted(files)).toEqual({
    accepted: [],
    problems: ['Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted'],
  })
})
