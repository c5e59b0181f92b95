import type { Canvas, Finish, Size } from './drawing/canvas.ts'
import { hex, ramp } from './drawing/color.ts'
import { mountains } from './scenes/mountains.ts'
import { aurora } from './scenes/aurora.ts'
import { galaxy, nebula, planet } from './scenes/space.ts'
import { terrain } from './scenes/terrain.ts'
import { clamp, smoothstep } from './drawing/curves.ts'
import { sea } from './scenes/sea.ts'

export type Drawing = {
  /** Title, as a person would name the file. */
  name: string
  size: Size
  draw: (size: Size) => Canvas
  finish?: Finish
}

const LANDSCAPE = { width: 1080, height: 720 }
const PORTRAIT = { width: 800, height: 1000 }
const TALL = { width: 780, height: 1040 }
const WIDE = { width: 1184, height: 666 }
const SQUARE = { width: 880, height: 880 }

export const DRAWINGS: Drawing[] = [
  {
    name: 'Morning ridges',
    size: LANDSCAPE,
    draw: (size) =>
      mountains(size, {
        seed: 5,
        sky: ramp({ 0: '#5b7fb8', 0.45: '#e8a9a0', 0.8: '#ffd9a0', 1: '#ffe9c0' }),
        ridges: ramp({ 0: '#c99aa5', 0.35: '#8d6f93', 0.7: '#43406b', 1: '#12162e' }),
        mist: hex('#ffd3b0'),
        sun: { x: 0.64, y: 0.36, radius: 0.035, color: hex('#fff3d0'), halo: hex('#ffd9a0') },
      }),
  },
  {
    name: 'Blue hour',
    size: PORTRAIT,
    draw: (size) =>
      mountains(size, {
        seed: 12,
        sky: ramp({ 0: '#050b22', 0.5: '#12336b', 1: '#5f8fc0' }),
        ridges: ramp({ 0: '#4d78a8', 0.4: '#274a7a', 0.75: '#0f2344', 1: '#040914' }),
        mist: hex('#86aed4'),
        sun: { x: 0.3, y: 0.2, radius: 0.04, color: hex('#b8b29a'), halo: hex('#3d6da8') },
        stars: 500,
      }),
  },
  {
    name: 'Last light',
    size: LANDSCAPE,
    draw: (size) =>
      sea(size, {
        seed: 3,
        sky: ramp({ 0: '#24345f', 0.35: '#8a5583', 0.7: '#f08a5c', 1: '#ffcf7d' }),
        water: hex('#16203c'),
        clouds: { lit: hex('#ff9a62'), shade: hex('#5a3f66'), cover: 0.45 },
        sun: { x: 0.5, y: 0.5, radius: 0.045, color: hex('#ffe2a0'), halo: hex('#ffc070') },
      }),
  },
  {
    name: 'Moon path',
    size: PORTRAIT,
    draw: (size) =>
      sea(size, {
        seed: 8,
        sky: ramp({ 0: '#070d24', 0.5: '#1b2c57', 1: '#5c7fa6' }),
        water: hex('#050b1c'),
        clouds: { lit: hex('#9fb6d8'), shade: hex('#1c2a4d'), cover: 0.35 },
        sun: { x: 0.62, y: 0.24, radius: 0.05, color: hex('#c4bca4'), halo: hex('#6d8fc0') },
      }),
  },

  {
    name: 'Northern lights',
    size: LANDSCAPE,
    draw: (size) =>
      aurora(size, {
        seed: 4,
        sky: ramp({ 0: '#040a1c', 0.6: '#0a2038', 1: '#1d4a5a' }),
        foot: hex('#3dffb0'),
        crown: hex('#5a4bd8'),
        land: hex('#02060a'),
      }),
  },
  {
    name: 'Violet curtains',
    size: TALL,
    draw: (size) =>
      aurora(size, {
        seed: 19,
        sky: ramp({ 0: '#090620', 0.6: '#1a1140', 1: '#45305f' }),
        foot: hex('#57f0d0'),
        crown: hex('#d840b8'),
        land: hex('#05030c'),
      }),
  },
  {
    name: 'High valley',
    size: WIDE,
    draw: (size) =>
      terrain(size, {
        seed: 21,
        sky: ramp({ 0: '#2f6fb8', 0.6: '#86b8e0', 1: '#dcebf2' }),
        haze: hex('#c4d8e6'),
        sunlight: hex('#fff0d6'),
        skylight: hex('#6f8fb8'),
        relief: (noise, x, z) => {
          const valley = smoothstep(0.02, 0.34, Math.abs(x + 0.08 * Math.sin(z * 7)))
          return clamp((0.12 + 0.9 * noise.ridged(x * 2.6 + 5, z * 2.6, 7)) * (0.12 + valley * (0.4 + z)))
        },
        ground: (height, slope, grain) => alpine(height, slope, grain),
        water: { level: 0.08, color: hex('#3f7f9a') },
        sunSlope: 0.45,
      }),
  },
  {
    name: 'Sea of sand',
    size: LANDSCAPE,
    draw: (size) =>
      terrain(size, {
        seed: 6,
        sky: ramp({ 0: '#4a78b0', 0.6: '#c8c0b0', 1: '#f8d8a8' }),
        haze: hex('#f0cfa0'),
        sunlight: hex('#ffcf8a'),
        skylight: hex('#5f5a80'),
        relief: duneRelief,
        ground: (_, __, grain) => (grain > 0.25 ? SAND_LIGHT : SAND),
        sunSlope: 0.2,
      }),
  },
  {
    name: 'Rings',
    size: SQUARE,
    draw: (size) =>
      planet(size, {
        seed: 9,
        centre: { x: 0.5, y: 0.5, radius: 0.22 },
        bands: ramp({ 0: '#8a5a3a', 0.25: '#e8c898', 0.4: '#b87848', 0.55: '#f4e0b8', 0.7: '#c88a58', 1: '#6a4030' }),
        ring: ramp({ 0: '#7a6650', 0.3: '#e8d4b0', 0.6: '#b89870', 1: '#f0e4cc' }),
        nebula: hex('#28407a'),
        air: hex('#ffd8a8'),
      }),
  },
  {
    name: 'Spiral',
    size: LANDSCAPE,
    draw: (size) =>
      galaxy(size, { seed: 2, core: hex('#ffe2b0'), arms: hex('#8fb4ff'), clouds: hex('#b05088'), tilt: 1.9 }),
  },
  {
    name: 'Stellar nursery',
    size: PORTRAIT,
    draw: (size) =>
      nebula(size, {
        seed: 14,
        colors: ramp({ 0: '#05040f', 0.3: '#2a1450', 0.5: '#a02a70', 0.7: '#f07850', 1: '#ffe8b0' }),
        veil: hex('#0a0612'),
        glow: hex('#60c8ff'),
      }),
  },
]

const SNOW = hex('#ffffff')
const ROCK = hex('#6b6660')
const GRASS = hex('#4a6a2c')
const SAND = hex('#d8a060')
const SAND_LIGHT = hex('#e0aa68')

function alpine(height: number, slope: number, grain: number) {
  if (height + grain * 0.12 > 0.5 && slope < 0.4) return SNOW
  return slope + grain * 0.06 > 0.22 || height > 0.42 ? ROCK : GRASS
}

function duneRelief(noise: import('./drawing/noise.ts').Noise, x: number, z: number) {
  const warp = noise.at(x * 2, z * 2) * 0.25
  const a = 1 - Math.abs(noise.at(x * 2.1 + z * 0.8 + warp, z * 3.4))
  const b = 1 - Math.abs(noise.at(x * 4.6 + 4 + warp, z * 6.5))
  return 0.5 * a * a + 0.14 * b * b
}
