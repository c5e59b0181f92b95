import { expect, test } from 'vitest'
import { pannedBy, UNZOOMED, zoomedBy } from './viewer-zoom.tsx'

const room = { frame: { width: 400, height: 800 }, picture: { width: 400, height: 300 }, pixels: 3 }
const middle = { x: 0, y: 0 }

test('keeps the point under the fingers in place', () => {
  const point = { x: 100, y: 40 }
  const zoom = zoomedBy(UNZOOMED, 4, { point, room })
  expect(zoom.scale).toBe(4)
  expect((point.x - zoom.x) / zoom.scale).toBe(100)
  expect((point.y - zoom.y) / zoom.scale).toBe(40)
})

test('limits the scale to between one and six', () => {
  expect(zoomedBy(UNZOOMED, 0.5, { point: { x: 50, y: 0 }, room })).toEqual(UNZOOMED)
  expect(zoomedBy(UNZOOMED, 100, { point: middle, room }).scale).toBe(6)
  const zoom = zoomedBy(UNZOOMED, 3, { point: { x: 150, y: 100 }, room })
  expect(zoomedBy(zoom, 0.01, { point: middle, room })).toEqual(UNZOOMED)
})

test('enlarges a long screenshot to its original pixels', () => {
  const long = { frame: { width: 400, height: 800 }, picture: { width: 15, height: 800 }, pixels: 20 }
  expect(zoomedBy(UNZOOMED, 100, { point: middle, room: long }).scale).toBe(20)
})

test('pans a picture up to its edge, but not if it fits into the frame', () => {
  const zoom = zoomedBy(UNZOOMED, 2, { point: middle, room })
  expect(pannedBy(zoom, { x: 1000, y: 1000 }, room)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(pannedBy(zoom, { x: -120, y: 0 }, room)).toEqual({ scale: 2, x: -120, y: 0 })
  expect(pannedBy(UNZOOMED, { x: 30, y: 30 }, room)).toEqual(UNZOOMED)
})
