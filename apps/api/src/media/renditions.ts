import sharp from 'sharp'
import { AppError } from '../domain/errors.ts'
import { RENDITIONS, type Rendition } from '../domain/media-keys.ts'
import { fitInside } from '../domain/media-urls.ts'
import { sha256Of } from './fingerprint.ts'
import { RENDITION_TIME } from './media-limits.ts'
import {
  chooseBackdrop,
  firstUpright,
  hashOfPicture,
  inside,
  isAnimated,
  type Picture,
  readHeader,
  readPixels,
  save,
  upright,
} from './picture-file.ts'
import type { MadeRenditions } from './processed-media.ts'
import { sniffType } from './sniff.ts'
import { variantPath } from './variant-path.ts'

/** Nobody waits for it. An animation has up to 2,000 pictures to encode. */
const effortFor = ({ animated }: Picture) => (animated ? 2 : 4)

type Sized = Picture & { width: number; height: number }
/** In small of its type; the picture may be an animation. */
const drawSmaller = (picture: Picture, variant: Rendition) =>
  upright(picture)
    .resize(inside(RENDITIONS[variant].side))
    .webp({ quality: 82, effort: effortFor(picture) })

/** The grounds that the pages give to pictures with transparency (`styles.css`). */
const GROUNDS = { light: '#f4f1ef', dark: '#130f0c' }

/** The first frame, without transparency, in exactly the size that previews of links announce. */
const drawShare = async (picture: Sized) => {
  const size = fitInside(RENDITIONS.share.side, picture)
  const pixels = await readPixels(firstUpright(picture).resize({ ...size, fit: 'fill' }))
  const background = GROUNDS[chooseBackdrop(pixels) ?? 'light']
  return sharp(pixels.data, { raw: pixels.info }).flatten({ background }).jpeg({ quality: 80 })
}

const makeRendition = async (picture: Sized, folder: string, variant: Rendition) => {
  const image = variant === 'share' ? await drawShare(picture) : drawSmaller(picture, variant)
  const { file } = await save(image, folder, { variant, contentType: RENDITIONS[variant].type })
  const animated = picture.animated && variant !== 'share'
  return { file, pictureHash: await hashOfPicture({ ...picture, animated, path: variantPath(folder, variant) }) }
}

/** Pixels a side below which messengers show no picture. */
const SHARE_MIN = 200

const isWanted = (picture: Sized, variant: Rendition) => {
  if (variant === 'display') return true
  const { side } = RENDITIONS[variant]
  const { width, height } = fitInside(side, picture)
  if (variant === 'share') return Math.min(width, height) >= SHARE_MIN
  return Math.max(picture.width, picture.height) > side
}

/**
 * Writes the stored original of a picture, at `path`, in smaller widths into `folder`: the one for the stage always, as it
 * has fewer bytes, the others where they are smaller; and a JPEG for previews of links where they show it.
 * @throws AppError `unsupported_type` for a video; any failure when the file cannot be decoded
 */
export async function makeRenditions(path: string, folder: string): Promise<MadeRenditions> {
  const type = await sniffType(path)
  if (type === 'video/mp4') throw new AppError('unsupported_type', 'A video has no renditions')
  const header = await readHeader(path, type)
  const { width, pageHeight, height } = header
  const animated = isAnimated(header)
  const picture = { path, animated, stepSeconds: RENDITION_TIME.stepSeconds, width, height: pageHeight ?? height }
  const made: Awaited<ReturnType<typeof makeRendition>>[] = []
  for (const variant of Object.keys(RENDITIONS) as Rendition[])
    if (isWanted(picture, variant)) made.push(await makeRendition(picture, folder, variant))
  const files = made.map(({ file }) => file)
  const original = await hashOfPicture(picture)
  return {
    files,
    sha256: await sha256Of(...files.map(({ variant }) => variantPath(folder, variant))),
    pictureHashes: [...new Set([original, ...made.map(({ pictureHash }) => pictureHash)])],
  }
}
