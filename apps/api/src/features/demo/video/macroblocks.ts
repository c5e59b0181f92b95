import type { Raster } from '../drawing/raster.ts'

/** A picture cut into macroblocks of 16 x 16 pixels; the last column and row repeat the picture's edge. */
export type Macroblocks = {
  columns: number
  rows: number
  /** The 256 luma, 64 Cb and 64 Cr samples of one macroblock, 4:2:0, BT.709, limited range. */
  samples: (column: number, row: number) => Uint8Array
}

export function cutIntoMacroblocks({ width, height, rgb }: Raster): Macroblocks {
  const channel = (x: number, y: number, c: number) =>
    rgb[(Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 3 + c] ?? 0

  const samples = (column: number, row: number) => {
    const block = new Uint8Array(384)
    for (let i = 0; i < 256; i++) {
      const x = column * 16 + (i % 16)
      const y = row * 16 + (i >> 4)
      block[i] = 16.5 + 0.1826 * channel(x, y, 0) + 0.6142 * channel(x, y, 1) + 0.062 * channel(x, y, 2)
    }
    for (let i = 0; i < 64; i++) {
      const mean = (c: number) => {
        const x = column * 16 + (i % 8) * 2
        const y = row * 16 + (i >> 3) * 2
        return (channel(x, y, c) + channel(x + 1, y, c) + channel(x, y + 1, c) + channel(x + 1, y + 1, c)) / 4
      }
      const [r, g, b] = [mean(0), mean(1), mean(2)]
      block[256 + i] = 128.5 - 0.1006 * r - 0.3386 * g + 0.4392 * b
      block[320 + i] = 128.5 + 0.4392 * r - 0.3989 * g - 0.0403 * b
    }
    return block
  }
  return { columns: Math.ceil(width / 16), rows: Math.ceil(height / 16), samples }
}
