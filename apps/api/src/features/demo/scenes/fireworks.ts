import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, Ink, type Ramp } from '../drawing/color.ts'
import { bell, clamp } from '../drawing/curves.ts'
import { Noise, seededRandom } from '../drawing/noise.ts'
import { scatterStars } from './stars.ts'

type Burst = { x: number; y: number; radius: number; color: Color; tip: Color }
export type FireworksMood = { seed: number; sky: Ramp; land: Color; bursts: Burst[] }

const SHORE = 0.7
const SPARKS = 30

/** Fireworks over a bay, and the bay that shows them again. */
export function fireworks(size: Size, mood: FireworksMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const random = seededRandom(mood.seed)
  canvas.band(0, SHORE, (x, y, ink) => {
    ink.set(mood.sky(y / SHORE))
    const smoke = clamp(0.5 + noise.fractal(x * 3, y * 3, 3))
    for (const burst of mood.bursts) {
      const dx = x - burst.x
      const dy = y - burst.y
      const squared = (dx * dx + dy * dy) / (burst.radius * burst.radius)
      ink.add(burst.color, (0.12 * smoke) / (1 + squared * 1.6))
    }
  })
  scatterStars(canvas, { seed: mood.seed, count: 250, below: SHORE })
  for (const burst of mood.bursts) explode(canvas, burst, random)
  canvas.band(SHORE - 0.12, SHORE, (x, y, ink) => {
    const hill = 0.035 + 0.035 * noise.fractal(x * 2.4, 3.5, 5)
    ink.mix(mood.land, clamp((y - SHORE + hill) * size.height + 0.5))
  })
  return canvas.band(SHORE, 1, (x, y, ink) => {
    const below = y - SHORE
    const wave = noise.fractal(x * 3, 0.8 / (below + 0.02), 3)
    canvas.look(x + wave * below * 0.12, SHORE - 0.002 - below * 1.9 - wave * (0.01 + below * 0.35), ink)
    ink.dim(0.6 - 0.5 * below)
    ink.add(mood.sky(1), 0.12 * clamp(wave) + 0.3 * bell(below, 0.03))
  })
}

/** Every spark is thrown outwards, slowed by the air and drawn down by its weight. */
function explode(canvas: Canvas, { x, y, radius, color, tip }: Burst, random: () => number): void {
  const light = new Ink()
  const rays = Math.round(50 + radius * 230)
  for (let ray = 0; ray < rays; ray++) {
    const angle = (ray / rays) * Math.PI * 2 + random() * 0.12
    const speed = radius * Math.sqrt(1 - (random() * 2 - 1) ** 2 * 0.92)
    for (let i = 2; i < SPARKS; i++) {
      const age = i / SPARKS
      const flown = 1 - Math.exp(-2.6 * age)
      const place = {
        x: x + Math.cos(angle) * speed * flown,
        y: y + Math.sin(angle) * speed * flown + radius * 0.3 * age * age,
      }
      const width = canvas.pixel * (0.9 + 1.1 * age)
      const strength = (0.1 + 0.75 * age * age) * (i === SPARKS - 1 ? 3 : 1) * (0.7 + 0.3 * random())
      light.set(color)
      light.mix(tip, age * age)
      canvas.spot({ ...place, reach: width * 2.4 }, (dx, dy, ink) => {
        const t = bell(Math.sqrt(dx * dx + dy * dy), width)
        ink.r += light.r * t * strength
        ink.g += light.g * t * strength
        ink.b += light.b * t * strength
      })
    }
  }
  canvas.spot({ x, y, reach: radius }, (dx, dy, ink) =>
    ink.add(color, 0.8 * bell(Math.sqrt(dx * dx + dy * dy), radius * 0.12)),
  )
}
