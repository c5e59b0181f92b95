import { stat } from 'node:fs/promises'
import type { AcceptedType } from '@hotvote/shared/limits'
import type { Backdrop } from '@hotvote/shared/media-facts'
import sharp, { type Metadata, type Raw, type Sharp } from 'sharp'
import { AppError } from '../../domain/errors.ts'
import { hashPicture } from './fingerprint.ts'
import type { Given } from './given-picture.ts'
import { MAX_FRAMES, MAX_JPEG_PIXELS, MAX_PIXELS, MAX_SHAPE, UPLOAD_TIME } from './media-limits.ts'
import type { ProcessedFile } from './processed-media.ts'
import { variantPath } from './processed-media.ts'

export type ImageType = Exclude<AcceptedType, 'video/mp4'>

const formats: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

// Block all decoders before enabling the four that are needed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((loader) => `VipsForeignLoad${loader}File`) })
sharp.cache(false)
sharp.concurrency(1)

/** `side` is the maximum side length after decoding, in pixels. */
export type Picture = Given & {
  animated: boolean
  stepSeconds?: number
  side?: number | undefined
  /** True for more than 8 bits per channel, which the library does not convert to sRGB itself. */
  isDeep?: boolean
  pixels?: { data: Buffer; raw: Raw }
}

const open = (picture: Picture, ignoreIcc = false): Sharp => {
  const image = sharp(picture.pixels?.data ?? picture.path, {
    ...(picture.pixels ? { raw: picture.pixels.raw } : { animated: picture.animated }),
    ignoreIcc,
    // 'error' rejects truncated and damaged files. 'warning' would also reject good photos with odd extra bytes.
    failOn: picture.failOn ?? 'error',
    limitInputPixels: MAX_JPEG_PIXELS,
  }).timeout({ seconds: picture.stepSeconds ?? UPLOAD_TIME.stepSeconds })
  return picture.isDeep && !ignoreIcc ? image.withIccProfile('srgb', { attach: false }) : image
}

const isTooLong = (width: number, height: number) => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return long > MAX_SHAPE.side || (long > MAX_SHAPE.ratio * short && width * height > MAX_SHAPE.pixels)
}

export async function readHeader(path: string, type: ImageType): Promise<Metadata> {
  const header = await sharp(path, { animated: true, limitInputPixels: false, failOn: 'error' }).metadata()
  if (header.format !== formats[type]) throw new AppError('unsupported_type', 'The file is not what it claims to be')
  const frames = header.pages ?? 1
  if (frames > MAX_FRAMES) throw new AppError('too_large', `An animation has at most ${MAX_FRAMES} frames`)
  if (isTooLong(header.width, header.pageHeight ?? header.height))
    throw new AppError(
      'too_large',
      `Images can be up to ${MAX_SHAPE.side} pixels per side, and the longer side at most ${MAX_SHAPE.ratio} times the shorter`,
    )
  const limit = type === 'image/jpeg' ? MAX_JPEG_PIXELS : MAX_PIXELS
  // `height` spans all frames. Narrower rows count as `MAX_SHAPE.row` pixels.
  if (Math.max(header.width, MAX_SHAPE.row) * header.height > limit) {
    throw new AppError('too_large', `An image has at most ${limit / 1e6} million pixels, all frames together`)
  }
  return header
}

export const reducedSide = ({ width, height }: Metadata): number | undefined =>
  width * height > MAX_PIXELS ? Math.floor(Math.max(width, height) / 2) : undefined

export const isAnimated = ({ pages = 1 }: Metadata): boolean => pages > 1

export const inside = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

/** Rotates pictures upright, except animations, because viewers disagree about their orientation. */
export const upright = (picture: Picture, ignoreIcc = false): Sharp => {
  const image = open(picture, ignoreIcc)
  if (picture.animated) return image
  const turned = image.autoOrient()
  return picture.side === undefined ? turned : turned.resize(inside(picture.side))
}

export const firstUpright = (picture: Picture): Sharp =>
  picture.animated ? open({ ...picture, animated: false }) : upright(picture)

/** Decodes the pixels once for several uses, which is exact only for 8-bit sRGB without a profile. */
export async function decodeOnce(picture: Picture, { space, depth, hasProfile }: Metadata): Promise<Picture> {
  if (picture.animated || hasProfile || space !== 'srgb' || depth !== 'uchar') return picture
  const { data, info } = await upright(picture).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { ...picture, pixels: { data, raw: { width, height, channels } } }
}

/** Ignores the color profile, because copies of the picture may lack it. */
export const hashUprightPicture = (picture: Picture): Promise<string> => hashPicture(upright(picture, true))

export const readPixels = (image: Sharp) => image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
type Pixels = Awaited<ReturnType<typeof readPixels>>

/** Mid-gray. Darker pictures get a light background. */
const HALF = 128

/** Returns null for an opaque picture. */
export function chooseBackdrop({ data, info: { channels } }: Pixels): Backdrop | null {
  const hasAlpha = channels % 2 === 0
  if (!hasAlpha) return null
  const [green, blue] = channels === 4 ? [1, 2] : [0, 0]
  let [light, seen] = [0, 0]
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1] ?? 0
    light += alpha * (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + green] ?? 0) + 0.0722 * (data[at + blue] ?? 0))
    seen += alpha
  }
  if (seen === (255 * data.length) / channels) return null
  return light < seen * HALF ? 'light' : 'dark'
}

export async function save(image: Sharp, folder: string, file: Omit<ProcessedFile, 'size'>) {
  const path = variantPath(folder, file.variant)
  const info = await image.toFile(path)
  return { info, file: { ...file, size: (await stat(path)).size } }
}
