import { expect, test } from 'vitest'
import { sortPasted } from './accepted-files.ts'

const MB = 1024 * 1024
const NOW = new Date(2026, 10, 20, 7, 12, 4)
const makeFile = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })

test('accepts images of up to 10 MB', () => {
  const fits = makeFile('fits.png', 'image/png', 10 * MB)
  const over = makeFile('over.png', 'image/png', 10 * MB + 1)
  expect(sortPasted([fits, over], NOW)).toEqual({ accepted: [fits], problems: ['Image files must be under 10MB'] })
})

test('accepts videos of up to 20 MB', () => {
  const fits = makeFile('fits.mp4', 'video/mp4', 20 * MB)
  const over = makeFile('over.mp4', 'video/mp4', 20 * MB + 1)
  expect(sortPasted([fits, over], NOW)).toEqual({ accepted: [fits], problems: ['Video files must be under 20MB'] })
})

test('refuses other types with a single message', () => {
  const files = [makeFile('a.svg', 'image/svg+xml'), makeFile('b.webm', 'video/webm')]
  expect(sortPasted(files, NOW)).toEqual({
    accepted: [],
    problems: ['Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted'],
  })
})

test('names screenshots and keeps the names of copied files', () => {
  const files = [
    makeFile('image.png', 'image/png'),
    makeFile('holiday.jpg', 'image/jpeg'),
    makeFile('', 'image/jpeg'),
    makeFile('image.png', 'image/webp'),
  ]
  expect(sortPasted(files, NOW).accepted.map(({ name, type }) => [name, type])).toEqual([
    ['pasted-image-2026-11-20-071204.png', 'image/png'],
    ['holiday.jpg', 'image/jpeg'],
    ['pasted-image-2026-11-20-071204-3.jpg', 'image/jpeg'],
    ['pasted-image-2026-11-20-071204-4.webp', 'image/webp'],
  ])
})
