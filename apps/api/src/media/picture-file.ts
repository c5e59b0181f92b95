import { stat } from 'node:fs/promises'
import type { AcceptedType } from '@hotvote/shared/limits'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '../domain/errors.ts'
import { pictureHashOf } from './fingerprint.ts'
import { MAX_FRAMES, MAX_PIXELS, UPLOAD_TIME } from './media-limits.ts'
import type { ProcessedFile } from './processed-media.ts'
import { variantPath } from './variant-path.ts'

export type ImageType = Exclude<AcceptedType, 'video/mp4'>

const formats: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

// The image library keeps only the four decoders that are needed, and is frugal: each step works in one thread.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((loader) => `VipsForeignLoad${loader}File`) })
sharp.cache(false)
sharp.concurrency(1)

/** A picture, or all frames of an animation. `stepSeconds` are those of an upload unless said otherwise. */
export type Picture = { path: string; animated: boolean; stepSeconds?: number }

const open = ({ path, animated, stepSeconds = UPLOAD_TIME.stepSeconds }: Picture, ignoreIcc = false): Sharp =>
  sharp(path, {
    animated,
    ignoreIcc,
    // 'error' refuses truncated and corrupt pixels; 'warning' would also refuse good photos with odd extra bytes.
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
  }).timeout({ seconds: stepSeconds })

/** What the header promises, checked before a single pixel is decoded. */
export async function readHeader(path: string, type: ImageType): Promise<Metadata> {
  const header = await sharp(path, { animated: true, limitInputPixels: false, failOn: 'error' }).metadata()
  if (header.format !== formats[type]) throw new AppError('unsupported_type', 'The file is not what it claims to be')
  const frames = header.pages ?? 1
  if (frames > MAX_FRAMES) throw new AppError('too_large', `An animation has at most ${MAX_FRAMES} frames`)
  // `height` is that of all frames stacked.
  if (header.width * header.height > MAX_PIXELS) {
    throw new AppError('too_large', `An image has at most ${MAX_PIXELS / 1e6} million pixels, all frames together`)
  }
  return header
}

export const isAnimated = ({ pages = 1 }: Metadata): boolean => pages > 1

/** Turned upright by its own orientation tag. Animations carry none that all viewers agree on. */
export const upright = (picture: Picture, ignoreIcc = false): Sharp => {
  const image = open(picture, ignoreIcc)
  return picture.animated ? image : image.autoOrient()
}

/** The same of the first frame alone. */
export const firstUpright = (picture: Picture): Sharp =>
  picture.animated ? open({ ...picture, animated: false }) : upright(picture)

/** A colour profile is left out, as it is a tag that anybody can take away. */
export const hashOfPicture = (picture: Picture): Promise<string> => pictureHashOf(upright(picture, true))

export const inside = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

export async function save(image: Sharp, folder: string, file: Omit<ProcessedFile, 'size'>) {
  const path = variantPath(folder, file.variant)
  const info = await image.toFile(path)
  return { info, file: { ...file, size: (await stat(path)).size } }
}
