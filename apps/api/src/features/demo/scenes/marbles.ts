import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, hex, type Ink, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { seededRandom } from '../drawing/noise.ts'

export type MarblesMood = { seed: number; room: Ramp; table: Color; colors: Color[]; count: number }

type Ball = { x: number; y: number; z: number; radius: number; color: Color }
type Ray = { x: number; y: number; z: number; dx: number; dy: number; dz: number }

const WHITE = hex('#ffffff')
const LAMP = { x: -0.48, y: 0.77, z: -0.42 }
const HORIZON = -0.02

/** Polished balls on a glossy table: traced rays, one reflection deep. */
export function marbles(size: Size, mood: MarblesMood): Canvas {
  const canvas = new Canvas(size)
  const balls = placeBalls(mood, canvas.aspect)
  const trace = tracer(mood, balls)
  const tint = { r: 0, g: 0, b: 0 }
  return canvas.paint((px, py, ink) => {
    const ray = { x: 0, y: 2.1, z: -3.9, dx: (px - canvas.aspect / 2) * 0.66, dy: (HORIZON - py) * 0.66, dz: 1 }
    const scale = 1 / Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy + 1)
    ray.dx *= scale
    ray.dy *= scale
    ray.dz *= scale
    const mirror = trace(ray, ink)
    if (mirror === 0) return
    tint.r = ink.r
    tint.g = ink.g
    tint.b = ink.b
    trace(ray, ink)
    ink.dim(mirror)
    ink.add(tint, 1)
  })
}

function placeBalls(mood: MarblesMood, aspect: number): Ball[] {
  const random = seededRandom(mood.seed)
  const balls: Ball[] = []
  for (let tries = 0; balls.length < mood.count && tries < 4000; tries++) {
    const radius = 0.16 + 0.3 * random() ** 2
    const z = -1.1 + random() * 3.6
    const x = (random() - 0.5) * (3.2 + (z + 1.2) * 0.8) * aspect * 0.66
    const clear = balls.every((ball) => length(ball.x - x, ball.z - z) > ball.radius + radius + 0.02)
    const color = mood.colors[balls.length % mood.colors.length] ?? WHITE
    if (clear) balls.push({ x, y: radius, z, radius, color })
  }
  return balls
}

/** Lights one ray, turns it into its reflection and returns how much that reflection counts (0: the ray ended). */
function tracer(mood: MarblesMood, balls: Ball[]): (ray: Ray, ink: Ink) => number {
  return (ray, ink) => {
    const hit = nearest(balls, ray)
    if (hit.ball) return shadeBall(ray, ink, { ball: hit.ball, distance: hit.distance, mood })
    if (ray.dy < -0.001) return shadeTable(ray, ink, { balls, mood })
    ink.set(mood.room(clamp(1 - ray.dy * 1.6)))
    const lamp = ray.dx * LAMP.x + ray.dy * LAMP.y + ray.dz * LAMP.z
    ink.add(WHITE, 5 * smoothstep(0.93, 0.965, lamp) + 0.25 * smoothstep(0.4, 1, lamp))
    return 0
  }
}

const found: { ball: Ball | undefined; distance: number } = { ball: undefined, distance: 0 }

function nearest(balls: Ball[], ray: Ray) {
  found.ball = undefined
  found.distance = ray.dy < 0 ? -ray.y / ray.dy : 99
  for (const ball of balls) {
    const ox = ball.x - ray.x
    const oy = ball.y - ray.y
    const oz = ball.z - ray.z
    const along = ox * ray.dx + oy * ray.dy + oz * ray.dz
    const miss = ox * ox + oy * oy + oz * oz - along * along
    const inside = ball.radius * ball.radius - miss
    if (along < 0 || inside < 0) continue
    const distance = along - Math.sqrt(inside)
    if (distance > 0.001 && distance < found.distance) {
      found.ball = ball
      found.distance = distance
    }
  }
  return found
}

type Struck = { ball: Ball; distance: number; mood: MarblesMood }

function shadeBall(ray: Ray, ink: Ink, { ball, distance, mood }: Struck): number {
  ray.x += ray.dx * distance
  ray.y += ray.dy * distance
  ray.z += ray.dz * distance
  const nx = (ray.x - ball.x) / ball.radius
  const ny = (ray.y - ball.y) / ball.radius
  const nz = (ray.z - ball.z) / ball.radius
  const facing = ray.dx * nx + ray.dy * ny + ray.dz * nz
  ray.dx -= 2 * facing * nx
  ray.dy -= 2 * facing * ny
  ray.dz -= 2 * facing * nz
  const sun = clamp(nx * LAMP.x + ny * LAMP.y + nz * LAMP.z)
  const through = clamp(-nx * LAMP.x - ny * LAMP.y - nz * LAMP.z) ** 2
  ink.set(ball.color)
  ink.dim(0.1 + 0.12 * (1 + ny) + 0.75 * sun + 0.55 * through * clamp(-facing))
  ink.add(mood.table, 0.12 * clamp(-ny) * (1 - through))
  return 0.07 + 0.9 * (1 + facing) ** 4
}

function shadeTable(ray: Ray, ink: Ink, { balls, mood }: { balls: Ball[]; mood: MarblesMood }): number {
  const distance = -ray.y / ray.dy
  const facing = -ray.dy
  ray.x += ray.dx * distance
  ray.z += ray.dz * distance
  ray.y = 0.0001
  ray.dy = -ray.dy
  ink.set(mood.table)
  let light = 1
  for (const ball of balls) {
    const reach = length(ray.x - ball.x, ray.z - ball.z) / ball.radius
    if (reach > 3) continue
    light *= 1 - 0.6 * bell(reach, 0.75)
    const sx = ray.x - ball.x + (LAMP.x / LAMP.y) * ball.radius
    const sz = ray.z - ball.z + (LAMP.z / LAMP.y) * ball.radius
    const cast = length(sx, sz) / ball.radius
    const shadow = smoothstep(1.25, 0.6, cast)
    light *= 1 - 0.55 * shadow
    ink.add(ball.color, 0.32 * shadow * bell(cast, 0.55))
  }
  ink.dim(light)
  ink.mix(mood.room(1), smoothstep(4, 16, distance))
  return 0.05 + 0.75 * (1 - facing) ** 4
}
