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
  readonly #order = new Uint8Array(512)
  readonly #gx = new Float32Array(256)
  readonly #gy = new Float32Array(256)

  constructor(seed: number) {
    const random = seededRandom(seed)
    const order = Array.from({ length: 256 }, (_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key)
    for (let i = 0; i < 512; i++) this.#order[i] = order[i % 256]?.i ?? 0
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
    const a = this.#dot(left, top, fx, fy)
    const b = this.#dot(left + 1, top, fx - 1, fy)
    const c = this.#dot(left, top + 1, fx, fy - 1)
    const d = this.#dot(left + 1, top + 1, fx - 1, fy - 1)
    const upper = a + (b - a) * u
    return upper + (c + (d - c) * u - upper) * v
  }

  /** Octaves of noise, each twice as fine and half as strong: clouds, rock, bark. About -1 to 1. */
  fractal(x: number, y: number, octaves: number): number {
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
  ridged(x: number, y: number, octaves: number): number {
    let sum = 0
    let strength = 0.5
    let weight = 1
    for (let i = 0; i < octaves; i++) {
      const fold = 1 - Math.abs(this.at(x, y))
      const crest = fold * fold * weight
      sum += crest * strength
      weight = crest > 1 ? 1 : crest
      strength *= 0.5
      const turned = x * 1.6 + y * 1.2
      y = y * 1.6 - x * 1.2 + 7.3
      x = turned
    }
    return sum
  }

  #dot(column: number, row: number, dx: number, dy: number): number {
    const i = this.#order[((this.#order[column & 255] ?? 0) + row) & 255] ?? 0
    return (this.#gx[i] ?? 0) * dx + (this.#gy[i] ?? 0) * dy
  }
}
