/** Deterministic chance (mulberry32): the same seed draws the same picture on every machine. Returns [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Gradient noise (Perlin 2002) in two dimensions. */
export class Noise {
  readonly #order = new Uint8Array(513)
  readonly #gx = new Float32Array(256)
  readonly #gy = new Float32Array(256)

  constructor(seed: number) {
    const random = seededRandom(seed)
    const order = Array.from({ length: 256 }, (_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key)
    for (let i = 0; i < 513; i++) this.#order[i] = order[i % 256]?.i ?? 0
    for (let i = 0; i < 256; i++) {
      const angle = random() * 2 * Math.PI
      this.#gx[i] = Math.cos(angle) * 1.5
      this.#gy[i] = Math.sin(angle) * 1.5
    }
  }

  /** About -1 to 1, features one unit wide. */
  at(x: number, y: number): number {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const fx = x - left
    const fy = y - top
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const order = this.#order
    const row = top & 255
    const west = order[left & 255] ?? 0
    const east = order[(left + 1) & 255] ?? 0
    const a = this.#slope(order[west + row] ?? 0, fx, fy)
    const b = this.#slope(order[east + row] ?? 0, fx - 1, fy)
    const c = this.#slope(order[west + row + 1] ?? 0, fx, fy - 1)
    const d = this.#slope(order[east + row + 1] ?? 0, fx - 1, fy - 1)
    const upper = a + (b - a) * u
    return upper + (c + (d - c) * u - upper) * v
  }

  /** Octaves of noise, each twice as fine and half as strong: clouds, rock, bark. About -1 to 1. */
  fractal(startX: number, startY: number, octaves: number): number {
    let x = startX
    let y = startY
    let sum = 0
    let strength = 0.55
    for (let i = 0; i < octaves; i++) {
      sum += this.at(x, y) * strength
      strength *= 0.5
      const turned = x * 1.6 + y * 1.2
      y = y * 1.6 - x * 1.2 + 7.3
      x = turned
    }
    return sum
  }

  /** Octaves folded into sharp crests: mountains, lightning, veins. 0 to about 1. */
  ridged(startX: number, startY: number, octaves: number): number {
    let x = startX
    let y = startY
    let sum = 0
    let strength = 0.5
    let weight = 1
    for (let i = 0; i < octaves; i++) {
      const fold = 1 - Math.abs(this.at(x, y))
      const crest = fold * fold * weight
      sum += crest * strength
      weight = Math.min(1, crest)
      strength *= 0.5
      const turned = x * 1.6 + y * 1.2
      y = y * 1.6 - x * 1.2 + 7.3
      x = turned
    }
    return sum
  }

  #slope(i: number, dx: number, dy: number): number {
    return (this.#gx[i] ?? 0) * dx + (this.#gy[i] ?? 0) * dy
  }
}
