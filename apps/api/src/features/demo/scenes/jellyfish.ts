import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, hex, type Ink, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type JellyfishMood = {
  seed: number
  /** Top at 0, bottom at 1; the same from left to right, so that it can be moved sideways unseen. */
  water: Ramp
  body: Color
  rim: Color
}

const DOME = { y: 0.3, width: 0.21, height: 0.17 }
const RIM = DOME.y + 0.035
const TENTACLES = 13
const LIGHT = hex('#d8f4ff')

/** A jellyfish in deep water. */
export function jellyfish(size: Size, mood: JellyfishMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const cx = canvas.aspect / 2
  return canvas.paint((px, y, ink) => {
    const x = px - cx
    ink.set(mood.water(y))
    ink.add(mood.body, 0.16 * bell(length(x, y - DOME.y - 0.02), 0.3))
    const speck = noise.at(px * 34, y * 34)
    ink.add(LIGHT, 0.25 * smoothstep(0.82, 1, speck) * smoothstep(-0.1, 0.5, noise.at(px * 3, y * 3)))
    if (y > RIM - 0.1) addTentacles(ink, mood, { x, y, noise })
    addDome(ink, mood, { x, y, noise })
  })
}

type Point = { x: number; y: number; noise: Noise }

function addTentacles(ink: Ink, mood: JellyfishMood, { x, y, noise }: Point): void {
  for (let i = 0; i < TENTACLES; i++) {
    const side = (i / (TENTACLES - 1)) * 2 - 1
    const below = y - RIM + 0.08 * side * side
    const curl =
      0.02 * Math.sin(y * 15 + i * 2.3) * clamp(below * 5) + 0.05 * noise.at(i * 1.7, y * 2.2) * clamp(below * 3)
    const place = side * DOME.width * 0.92 * (1 - 0.45 * clamp(below * 1.7)) + curl
    const reach = 0.4 + 0.2 * noise.at(i * 2.1, 9.5)
    const light = 0.5 * bell(x - place, 0.0032) + 0.06 * bell(x - place, 0.012)
    ink.add(mood.rim, light * smoothstep(reach, reach * 0.3, below) * smoothstep(-0.02, 0.02, below))
  }
  const below = y - RIM
  for (let i = 0; i < 4; i++) {
    const place = (i - 1.5) * 0.042 * (1 - below * 0.7) + 0.03 * noise.at(i * 3.3, y * 4)
    const frill = 0.014 + 0.012 * Math.abs(noise.at(i * 5 + x * 20, y * 26))
    const light = 0.45 * bell(x - place, frill) * smoothstep(0.46, 0.1, below) * smoothstep(-0.02, 0.03, below)
    ink.add(mood.body, light)
    ink.add(LIGHT, light * 0.25)
  }
}

function addDome(ink: Ink, mood: JellyfishMood, { x, y }: Point): void {
  const scallop = 0.008 * Math.cos((x / DOME.width) * 22)
  const lower = RIM + scallop - 0.09 * (x / DOME.width) ** 2
  const u = x / DOME.width
  const v = (y - RIM) / (DOME.height + 0.035)
  const distance = length(u, v)
  const cover = smoothstep(1.006, 0.994, distance) * smoothstep(lower + 0.004, lower - 0.004, y)
  if (cover === 0) return
  const depth = Math.sqrt(Math.max(0, 1 - distance * distance))
  const ribs = 0.5 + 0.5 * Math.cos(Math.atan2(u, -v + 0.02) * 16)
  ink.mix(mood.body, cover * (0.3 + 0.25 * (1 - depth)))
  ink.add(mood.rim, cover * (0.75 * (1 - depth) ** 3 + 0.16 * ribs * smoothstep(0.15, 0.9, distance)))
  ink.add(LIGHT, cover * (0.5 * bell(length(u + 0.32, v + 0.62), 0.2) + 0.35 * bell(y - lower, 0.006)))
  ink.add(mood.rim, cover * 0.5 * bell(length(u, v + 0.25), 0.32))
}
