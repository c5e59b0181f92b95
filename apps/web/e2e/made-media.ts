import { drawnMp4 } from '../../api/src/features/demo/video/mp4.ts'
import { quarters } from '../../api/test/pictures.ts'

/** A file as Playwright takes it, for forms and file inputs alike. */
export type MadeFile = { name: string; mimeType: string; buffer: Buffer }
type Size = { width: number; height: number }

/** The bytes of each kind, made once a worker. */
const made = new Map<string, Promise<Buffer>>()
const once = (kind: string, make: () => Promise<Buffer>) => {
  const bytes = made.get(kind) ?? make()
  made.set(kind, bytes)
  return bytes
}

/** A picture in four colours; `hue` (degrees) tells it from others. */
export const photo = async (name: string, { width, height }: Size = { width: 320, height: 240 }, hue = 0) => {
  const make = () => quarters(width, height).modulate({ hue }).jpeg({ quality: 90 }).toBuffer()
  const buffer = await once(`photo ${width} ${height} ${hue}`, make)
  return { name, mimeType: 'image/jpeg', buffer } satisfies MadeFile
}

/** A short silent film of a plain picture that sways. */
export const film = async (name: string, { width, height }: Size = { width: 192, height: 108 }, seconds = 2) => {
  const buffer = await once(`film ${width} ${height} ${seconds}`, async () => {
    const rgb = new Uint8Array(width * height * 3).map((_, at) => (at % 3 === 0 ? 200 : (at / width) % 256))
    const sway = (at: number) => 8 * Math.sin(at * Math.PI)
    return drawnMp4({ picture: { width, height, rgb }, seconds, fps: 12, sway })
  })
  return { name, mimeType: 'video/mp4', buffer } satisfies MadeFile
}

/** Starts like a photo and is none. */
export const brokenPhoto = (name: string): MadeFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex'),
})
