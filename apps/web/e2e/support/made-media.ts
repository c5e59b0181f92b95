import { filmFile, filmWithSound } from '../../../api/test/make/clips.ts'
import { quarters } from '../../../api/test/make/pictures.ts'

export type MadeFile = { name: string; mimeType: string; buffer: Buffer }
type Size = { width: number; height: number }

const made = new Map<string, Promise<Buffer>>()
const once = (kind: string, make: () => Promise<Buffer>) => {
  const bytes = made.get(kind) ?? make()
  made.set(kind, bytes)
  return bytes
}

/** A picture in four colours; `hue` (degrees) tells pictures apart. */
export const photo = async (name: string, { width, height }: Size = { width: 320, height: 240 }, hue = 0) => {
  const make = () => quarters(width, height).modulate({ hue }).jpeg({ quality: 90 }).toBuffer()
  const buffer = await once(`photo ${width} ${height} ${hue}`, make)
  return { name, mimeType: 'image/jpeg', buffer } satisfies MadeFile
}

export const film = async (name: string, shape: 'wide' | 'tall' = 'wide') =>
  ({ name, mimeType: 'video/mp4', buffer: await filmFile(shape) }) satisfies MadeFile

export const soundFilm = async (name: string, shape: 'wide' | 'tall' = 'wide') => {
  const buffer = await once(`film with sound ${shape}`, () => filmWithSound(shape))
  return { name, mimeType: 'video/mp4', buffer } satisfies MadeFile
}

/** A file that starts like a JPEG, but cannot be decoded. */
export const brokenPhoto = (name: string): MadeFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex'),
})
