import { describe, expect, it } from 'vitest'
import { CERTAIN_WIDTH, likelyShare, votesMissing } from './certainty.ts'

describe('the likely share', () => {
  it.each([
    { hot: 0, total: 0, low: 0, high: 1 },
    { hot: 0, total: 10, low: 0, high: 0.278 },
    { hot: 10, total: 10, low: 0.722, high: 1 },
    { hot: 5, total: 10, low: 0.237, high: 0.763 },
    { hot: 50, total: 100, low: 0.404, high: 0.596 },
    { hot: 999, total: 1000, low: 0.994, high: 1 },
  ])('is between $low and $high for $hot Hot among $total votes', ({ hot, total, low, high }) => {
    expect(likelyShare(hot, total).low).toBeCloseTo(low, 3)
    expect(likelyShare(hot, total).high).toBeCloseTo(high, 3)
  })

  it('is symmetric, contains the counted share and narrows with votes', () => {
    for (let total = 1; total <= 60; total += 1)
      for (let hot = 0; hot <= total; hot += 1) {
        const { low, high } = likelyShare(hot, total)
        expect(1 - likelyShare(total - hot, total).high).toBeCloseTo(low, 9)
        expect(low).toBeLessThanOrEqual(hot / total)
        expect(high).toBeGreaterThanOrEqual(hot / total)
        const more = likelyShare(2 * hot, 2 * total)
        expect(more.high - more.low).toBeLessThan(high - low)
      }
  })

  it('ranks many votes above few with an equal share', () => {
    expect(likelyShare(90, 100).low).toBeGreaterThan(likelyShare(9, 10).low)
    expect(likelyShare(90, 100).low).toBeGreaterThan(likelyShare(1, 1).low)
  })
})

describe('the missing votes', () => {
  it.each([
    [0, 0, 21],
    [1, 0, 20],
    [5, 4, 12],
    [10, 11, 0],
    [6, 0, 0],
    [0, 6, 0],
    [700, 300, 0],
  ])('are counted for %i Hot and %i Not: %i', (hot, not, missing) => {
    expect(votesMissing(hot, not)).toBe(missing)
  })

  it('make the share certain, while one vote less does not', () => {
    const width = (hot: number, total: number) => likelyShare(hot, total).high - likelyShare(hot, total).low
    for (let total = 0; total <= 25; total += 1)
      for (let hot = 0; hot <= total; hot += 1) {
        const missing = votesMissing(hot, total - hot)
        for (let more = 0; more <= missing; more += 1)
          expect(width(hot + more, total + missing)).toBeLessThanOrEqual(CERTAIN_WIDTH)
        if (missing === 0) continue
        const widths = Array.from({ length: missing }, (_, more) => width(hot + more, total + missing - 1))
        expect(Math.max(...widths)).toBeGreaterThan(CERTAIN_WIDTH)
      }
  })

  it('decrease with each new vote', () => {
    for (let hot = 0; hot <= 12; hot += 1)
      for (let not = 0; not <= 12; not += 1) {
        const missing = votesMissing(hot, not)
        if (missing === 0) continue
        expect(votesMissing(hot + 1, not)).toBeLessThan(missing)
        expect(votesMissing(hot, not + 1)).toBeLessThan(missing)
      }
  })
})
