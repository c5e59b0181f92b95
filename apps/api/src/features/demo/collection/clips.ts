import { hex, ramp } from '../drawing/color.ts'
import { smoothstep } from '../drawing/curves.ts'
import { jellyfish } from '../scenes/jellyfish.ts'
import { SEA_HORIZON, sea } from '../scenes/sea.ts'
import type { Clip } from '../video/h264.ts'

export type DrawnClip = {
  /** The file's name. */
  name: string
  draw: () => Clip
}

const TURN = 2 * Math.PI
const FPS = 24
const SEA = { width: 640, height: 400 }
const DEEP = { width: 480, height: 600 }
const SECONDS = 3

/** The short videos; each ends where it began. */
export const CLIPS: DrawnClip[] = [
  {
    name: 'Evening swell.mp4',
    draw: () => ({
      picture: sea(SEA, {
        seed: 24,
        sky: ramp({ 0: '#2a3a70', 0.4: '#a0608a', 0.75: '#f0987a', 1: '#ffd898' }),
        water: hex('#1c2a50'),
        clouds: { lit: hex('#ffb080'), shade: hex('#6a4a78'), cover: 0.4 },
        sun: { x: 0.38, y: 0.49, radius: 0.05, color: hex('#ffe8b8'), halo: hex('#ffc080') },
      }).finish(),
      seconds: SECONDS,
      fps: FPS,
      sway: (seconds, line) => {
        const below = Math.max(0, line / SEA.height - SEA_HORIZON)
        const far = 1 / (below + 0.08)
        return below && (1 + below * 24) * Math.sin(TURN * (seconds / SECONDS) + far * 5)
      },
    }),
  },
  {
    name: 'Drifter.mp4',
    draw: () => ({
      picture: jellyfish(DEEP, {
        seed: 6,
        water: ramp({ 0: '#1a6a98', 0.35: '#0d3a70', 1: '#040c28' }),
        body: hex('#b868d8'),
        rim: hex('#ffa8e0'),
      }).finish({ vignette: 0 }),
      seconds: SECONDS,
      fps: FPS,
      sway: (seconds, line) => {
        const depth = line / DEEP.height
        return (5 + 11 * smoothstep(0.3, 1, depth)) * Math.sin(TURN * (seconds / SECONDS - depth * 0.7))
      },
    }),
  },
]
