import { hex, ramp } from '../drawing/color.ts'
import { balloons } from '../scenes/balloons.ts'
import { flowerField } from '../scenes/flower-field.ts'
import { forest } from '../scenes/forest.ts'
import { mountains } from '../scenes/mountains.ts'
import { sea } from '../scenes/sea.ts'
import { terrain } from '../scenes/terrain.ts'
import { type Drawing, SIZES } from './drawing.ts'
import { alpineGround, alpineRelief, duneGround, duneRelief } from './relief.ts'

export const LANDSCAPES: Drawing[] = [
  {
    name: 'Morning ridges.jpg',
    size: SIZES.landscape,
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
    name: 'Last light.jpg',
    size: SIZES.landscape,
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
    name: 'High valley.jpg',
    size: SIZES.wide,
    draw: (size) =>
      terrain(size, {
        seed: 21,
        sky: ramp({ 0: '#2f6fb8', 0.6: '#86b8e0', 1: '#dcebf2' }),
        haze: hex('#b0cae2'),
        sunlight: hex('#fff0d6'),
        skylight: hex('#6f8fb8'),
        relief: alpineRelief,
        ground: alpineGround,
        water: { level: 0.02, color: hex('#2a5f78') },
        horizon: 0.46,
        sunSlope: 0.45,
      }),
  },
  {
    name: 'Balloon morning.jpg',
    size: SIZES.tall,
    draw: (size) =>
      balloons(
        mountains(size, {
          seed: 31,
          sky: ramp({ 0: '#3f86c0', 0.5: '#a8d0e0', 0.85: '#fbe8c0', 1: '#ffdca0' }),
          ridges: ramp({ 0: '#c8b8a8', 0.4: '#88907a', 0.7: '#3f5a48', 1: '#10241e' }),
          mist: hex('#fff0d0'),
          sun: { x: 0.2, y: 0.42, radius: 0.03, color: hex('#fff3d0'), halo: hex('#ffe0a8') },
        }),
        [
          { x: 0.47, y: 0.27, radius: 0.15, colors: [hex('#d83038'), hex('#f8c040'), hex('#f07028')], haze: 0 },
          { x: 0.17, y: 0.17, radius: 0.066, colors: [hex('#2858a8'), hex('#f0f0e8')], haze: 0.2 },
          { x: 0.14, y: 0.51, radius: 0.043, colors: [hex('#208878'), hex('#f8d858')], haze: 0.35 },
          { x: 0.66, y: 0.52, radius: 0.034, colors: [hex('#8838a0'), hex('#f090b0')], haze: 0.4 },
          { x: 0.31, y: 0.44, radius: 0.021, colors: [hex('#e05830'), hex('#f0e0c0')], haze: 0.5 },
        ],
      ),
  },
  {
    name: 'Sea of sand.jpg',
    size: SIZES.landscape,
    draw: (size) =>
      terrain(size, {
        seed: 6,
        sky: ramp({ 0: '#4a78b0', 0.6: '#c8c0b0', 1: '#f8d8a8' }),
        haze: hex('#f0cfa0'),
        sunlight: hex('#ffcf8a'),
        skylight: hex('#5f5a80'),
        relief: duneRelief,
        ground: duneGround,
        sunSlope: 0.22,
        horizon: 0.4,
      }),
  },
  {
    name: 'Lavender rows.jpg',
    size: SIZES.landscape,
    draw: (size) =>
      flowerField(size, {
        seed: 3,
        sky: ramp({ 0: '#5a6fb0', 0.5: '#d8a0b0', 1: '#ffd8a0' }),
        sun: hex('#ffd890'),
        bloom: ramp({ 0: '#241848', 0.4: '#5a3a9a', 0.7: '#9468d0', 1: '#d0b0f0' }),
        soil: hex('#2f2a1c'),
        hills: hex('#6a5a8a'),
      }),
  },
  {
    name: 'Blue hour.png',
    size: SIZES.portrait,
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
    name: 'Into the woods.jpg',
    size: SIZES.portrait,
    draw: (size) =>
      forest(size, {
        seed: 3,
        light: hex('#ffe0a0'),
        mist: hex('#8fb09a'),
        bark: hex('#17130f'),
        floor: hex('#24401c'),
      }),
  },
  {
    name: 'Moon path.webp',
    size: SIZES.portrait,
    draw: (size) =>
      sea(size, {
        seed: 8,
        sky: ramp({ 0: '#070d24', 0.5: '#1b2c57', 1: '#5c7fa6' }),
        water: hex('#050b1c'),
        clouds: { lit: hex('#9fb6d8'), shade: hex('#1c2a4d'), cover: 0.35 },
        sun: { x: 0.62, y: 0.24, radius: 0.05, color: hex('#c4bca4'), halo: hex('#6d8fc0') },
      }),
  },
]
