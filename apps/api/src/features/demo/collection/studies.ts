import { hex, ramp } from '../drawing/color.ts'
import { dahlia } from '../scenes/dahlia.ts'
import { marbles } from '../scenes/marbles.ts'
import { paperWaves } from '../scenes/paper-waves.ts'
import { silk } from '../scenes/silk.ts'
import { stainedGlass } from '../scenes/stained-glass.ts'
import { type Drawing, SIZES } from './drawing.ts'

export const STUDIES: Drawing[] = [
  {
    name: 'Dahlia.jpg',
    size: SIZES.square,
    draw: (size) =>
      dahlia(size, {
        seed: 1,
        petals: ramp({ 0: '#5a0a3a', 0.2: '#a81858', 0.5: '#e04a80', 0.8: '#f58aa8', 1: '#fbc0c8' }),
        tip: hex('#ffd0d8'),
        backdrop: { dark: hex('#0a1a14'), light: hex('#2f5a3a') },
        petalCount: 210,
        centre: { x: 0.5, y: 0.5 },
        reach: 0.43,
      }),
  },
  {
    name: 'Silk.webp',
    size: SIZES.tall,
    draw: (size) =>
      silk(size, {
        seed: 4,
        dye: ramp({ 0: '#1a0a3f', 0.35: '#5a1a8a', 0.6: '#d03a88', 0.8: '#ff8a60', 1: '#ffd890' }),
        sheen: hex('#ffe8f0'),
        scale: 1.3,
        folds: 5,
      }),
  },
  {
    name: 'Glass marbles.webp',
    size: SIZES.landscape,
    draw: (size) =>
      marbles(size, {
        seed: 5,
        room: ramp({ 0: '#1a2440', 0.6: '#5f7f9f', 1: '#d8c0a0' }),
        table: hex('#c8b49a'),
        colors: [hex('#e83a4a'), hex('#2a7ae0'), hex('#f0b020'), hex('#20b090'), hex('#8a4ad8'), hex('#f07830')],
        count: 19,
      }),
  },
  {
    name: 'Paper tide.webp',
    size: SIZES.tall,
    draw: (size) =>
      paperWaves(size, {
        seed: 6,
        sheets: ramp({ 0: '#fbe4c8', 0.2: '#f8b890', 0.42: '#e87070', 0.6: '#a04a80', 0.8: '#3f4a90', 1: '#2f90a0' }),
        light: hex('#fff8e8'),
      }),
  },
  {
    name: 'Amber dahlia.jpg',
    size: SIZES.portrait,
    draw: (size) =>
      dahlia(size, {
        seed: 5,
        petals: ramp({ 0: '#6a1a08', 0.25: '#c04808', 0.6: '#f09028', 1: '#ffd070' }),
        tip: hex('#fff0b0'),
        backdrop: { dark: hex('#0c1024'), light: hex('#2a3f6f') },
        petalCount: 150,
        centre: { x: 0.33, y: 0.6 },
        reach: 0.5,
      }),
  },
  {
    name: 'Rose window.jpg',
    size: SIZES.square,
    draw: (size) =>
      stainedGlass(size, {
        seed: 8,
        panes: ramp({ 0: '#0a1a5a', 0.25: '#1a4aa8', 0.45: '#18907a', 0.6: '#c83a58', 0.8: '#f08a30', 1: '#ffe080' }),
        cells: 11,
      }),
  },
  {
    name: 'Jade and gold.jpg',
    size: SIZES.square,
    draw: (size) =>
      silk(size, {
        seed: 17,
        dye: ramp({ 0: '#04121a', 0.3: '#0a3f4a', 0.45: '#1a7a78', 0.58: '#d8a848', 1: '#ffe8a0' }),
        sheen: hex('#fff0c8'),
        scale: 1.45,
        folds: 7,
      }),
  },
]
