import { hex, ramp } from '../drawing/color.ts'
import { aurora } from '../scenes/aurora.ts'
import { bokeh } from '../scenes/bokeh.ts'
import { galaxy, nebula } from '../scenes/deep-space.ts'
import { fireworks } from '../scenes/fireworks.ts'
import { planet } from '../scenes/planet.ts'
import { skyline } from '../scenes/skyline.ts'
import { type Drawing, SIZES } from './drawing.ts'

export const NIGHTS: Drawing[] = [
  {
    name: 'Northern lights.jpg',
    size: SIZES.landscape,
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
    name: 'Rings.jpg',
    size: SIZES.square,
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
    name: 'Festival night.jpg',
    size: SIZES.portrait,
    draw: (size) =>
      fireworks(size, {
        seed: 5,
        sky: ramp({ 0: '#04061a', 0.7: '#141a44', 1: '#3a2a58' }),
        land: hex('#04040c'),
        bursts: [
          { x: 0.38, y: 0.24, radius: 0.2, color: hex('#ffb848'), tip: hex('#ff4838') },
          { x: 0.62, y: 0.36, radius: 0.14, color: hex('#58d0ff'), tip: hex('#3858ff') },
          { x: 0.16, y: 0.42, radius: 0.11, color: hex('#ff80c0'), tip: hex('#b030d0') },
          { x: 0.68, y: 0.13, radius: 0.09, color: hex('#a0ff90'), tip: hex('#20b080') },
          { x: 0.13, y: 0.13, radius: 0.075, color: hex('#ffe8b0'), tip: hex('#ffa040') },
        ],
      }),
  },
  {
    name: 'Stellar nursery.webp',
    size: SIZES.portrait,
    draw: (size) =>
      nebula(size, {
        seed: 14,
        colors: ramp({ 0: '#05040f', 0.3: '#2a1450', 0.5: '#a02a70', 0.7: '#f07850', 1: '#ffe8b0' }),
        veil: hex('#0a0612'),
        glow: hex('#60c8ff'),
      }),
  },
  {
    name: 'Waterfront.jpg',
    size: SIZES.wide,
    draw: (size) =>
      skyline(size, {
        seed: 11,
        sky: ramp({ 0: '#0c1236', 0.45: '#3a2f6a', 0.75: '#a8507a', 1: '#f09868' }),
        glow: hex('#ff9a60'),
        windows: [hex('#ffd890'), hex('#ffe8c0'), hex('#b8d8ff'), hex('#ffc070')],
        near: hex('#080a1c'),
        far: hex('#54406f'),
      }),
  },
  {
    name: 'Spiral.jpg',
    size: SIZES.landscape,
    draw: (size) =>
      galaxy(size, { seed: 2, core: hex('#ffe2b0'), arms: hex('#8fb4ff'), clouds: hex('#b05088'), tilt: 1.9 }),
  },
  {
    name: 'Violet curtains.jpg',
    size: SIZES.tall,
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
    name: 'Boulevard at night.jpg',
    size: SIZES.portrait,
    draw: (size) =>
      bokeh(size, {
        seed: 7,
        backdrop: ramp({ 0: '#0a0d26', 0.5: '#2a1840', 1: '#140a18' }),
        lights: [hex('#ffb050'), hex('#ff6a58'), hex('#58b8ff'), hex('#ffd890'), hex('#d868c8'), hex('#60e0c0')],
        count: 130,
      }),
  },
]
