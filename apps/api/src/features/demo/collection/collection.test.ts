import { describe, expect, it } from 'vitest'
import type { Raster } from '../drawing/raster.ts'
import { CLIPS } from './clips.ts'
import { DRAWINGS } from './collection.ts'
import type { Drawing } from './drawing.ts'

/** A drawing at an eighth of its size, finished. */
const small = ({ draw, size }: Drawing): Raster =>
  draw({ width: Math.round(size.width / 8), height: Math.round(size.height / 8) }).finish()

const spread = ({ rgb }: Raster): number => {
  const mean = rgb.reduce((sum, value) => sum + value, 0) / rgb.length
  return Math.sqrt(rgb.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rgb.length)
}

describe('the pictures', () => {
  it('are two dozen, each with a name of its own and in several shapes', () => {
    expect(DRAWINGS).toHaveLength(24)
    expect(new Set(DRAWINGS.map(({ name }) => name)).size).toBe(24)
    const shapes = new Set(DRAWINGS.map(({ size }) => (size.width / size.height).toFixed(2)))
    expect([...shapes].sort()).toEqual(['0.75', '0.80', '1.00', '1.50', '1.78'])
    expect(new Set(DRAWINGS.map(({ name }) => name.replace(/.*[.]/, '')))).toEqual(new Set(['jpg', 'png', 'webp']))
  })

  it.each(DRAWINGS.map((drawing) => [drawing.name, drawing] as const))('%s is no plain surface', (_, drawing) => {
    expect(spread(small(drawing))).toBeGreaterThan(15)
  })

  it.each(DRAWINGS.map((drawing) => [drawing.name, drawing] as const))('%s is the same each time', (_, drawing) => {
    expect(Buffer.compare(small(drawing).rgb, small(drawing).rgb)).toBe(0)
  })
})

describe('the clips', () => {
  it.each(CLIPS.map((clip) => [clip.name, clip] as const))(
    '%s is short, moves and ends where it began',
    (_, { draw }) => {
      const { seconds, sway, picture } = draw()
      expect(seconds).toBeGreaterThanOrEqual(2)
      expect(seconds).toBeLessThanOrEqual(4)
      const lines = Array.from({ length: picture.height / 8 }, (_, band) => band * 8)
      expect(Math.max(...lines.map((line) => Math.abs(sway(seconds / 4, line) - sway(0, line))))).toBeGreaterThan(3)
      for (const line of lines) expect(sway(seconds, line)).toBeCloseTo(sway(0, line), 6)
    },
  )
})
