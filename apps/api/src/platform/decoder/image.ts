import { fileURLToPath } from 'node:url'
import type { AcceptedType } from '@hotvote/shared/limits'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '../../domain/errors.ts'
import { RENDITIONS, type Rendition, SHARE_SIZE, THUMB_SIDE } from '../../domain/media-keys.ts'
import { computeCenterHashes, computePerceptualHash, computeThumbhash, hashFile } from './fingerprint.ts'
import { prepareUploadedImage } from './given-picture.ts'
import { MADE_MAX, RENDITION_TIME, SIDE_BY_SIDE } from './media-limits.ts'
import {
  chooseBackdrop,
  decodeOnce,
  firstUpright,
  hashUprightPicture,
  type ImageType,
  inside,
  isAnimated,
  type Picture,
  readHeader,
  readPixels,
  reducedSide,
  save,
  upright,
} from './picture-file.ts'
import { type MadeRenditions, type ProcessedMedia, variantPath } from './processed-media.ts'

/** Maps detected types to stored types. An animated PNG keeps only its first frame. */
const typesBySignature: Readonly<Record<string, AcceptedType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  // These file types share the MP4 container.
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
}

const IPHONE_PHOTO = 'This is an iPhone photo (.heic). Convert it to JPEG first.'

const hints: Readonly<Record<string, string>> = {
  'video/quicktime': 'This is an iPhone video (.mov). Convert it to MP4 first.',
  'image/heic': IPHONE_PHOTO,
  'image/heif': IPHONE_PHOTO,
  'image/heic-sequence': IPHONE_PHOTO,
  'image/heif-sequence': IPHONE_PHOTO,
}

/**
 * Detects the type from the file's content and ignores its name.
 * @throws AppError `unsupported_type` for anything but jpeg, png, gif, webp and mp4
 */
export async function sniffType(path: string): Promise<AcceptedType> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const type = found && Object.hasOwn(typesBySignature, found.mime) ? typesBySignature[found.mime] : undefined
  if (type) return type
  const hint = found && Object.hasOwn(hints, found.mime) ? hints[found.mime] : undefined
  throw new AppError('unsupported_type', hint ?? 'Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted')
}

type ImageFacts = Omit<ProcessedMedia, 'mimeType' | 'sha256' | 'storedSha256'>

/** Tuned for speed, because the uploader is waiting (docs/decisions/006). `isHuge` adds row filters. */
const encode: Readonly<Record<ImageType, (image: Sharp, isHuge: boolean) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90, optimiseCoding: false }),
  'image/png': (image, isHuge) => image.png({ compressionLevel: isHuge ? 3 : 6, adaptiveFiltering: isHuge }),
  // The colors are already reduced, so dithering would add noise.
  'image/gif': (image) => image.gif({ effort: 3, dither: 0 }),
  'image/webp': (image) => image.webp({ quality: 90, effort: 2 }),
}

/** Returns true for PNGs that may be too large without row filters. Pictures with a palette need no filters. */
const isHuge = ({ width, height, channels, isPalette }: Metadata) => !isPalette && width * height * channels > MADE_MAX

type Job = Picture & { type: ImageType; folder: string; isHuge: boolean }

/** Decodes the file completely, so a damaged file is rejected here. */
async function makeOriginal(job: Job) {
  const { info, file } = await save(encode[job.type](upright(job), job.isHuge), job.folder, {
    variant: 'original',
    contentType: job.type,
  })
  return { file, width: info.width, height: info.pageHeight ?? info.height }
}

async function makeThumb(job: Job) {
  const small = await readPixels(firstUpright(job).resize(inside(THUMB_SIDE)))
  const { width, height, channels } = small.info
  const backdrop = chooseBackdrop(small)
  const image = () => sharp(small.data, { raw: { width, height, channels } })
  const saved = save(image().webp({ quality: 78, effort: 2 }), job.folder, {
    variant: 'thumb',
    contentType: 'image/webp',
  })
  const [{ file }, hash, centers, placeholder] = await ended(
    saved,
    computePerceptualHash(image()),
    computeCenterHashes(image()),
    backdrop === null ? computeThumbhash(image()) : Promise.resolve(null),
  )
  const perceptualHash = hash === null ? null : String(hash)
  return { file, perceptualHash, centerHashes: centers.map(String), placeholder, backdrop }
}

async function ended<All extends Promise<unknown>[]>(...running: All) {
  await Promise.allSettled(running)
  return Promise.all(running)
}

async function both<A, B>(first: () => Promise<A>, second: () => Promise<B>, sideBySide: boolean): Promise<[A, B]> {
  return sideBySide ? ended(first(), second()) : [await first(), await second()]
}

/**
 * Writes upright sRGB files without metadata.
 * @throws AppError `too_large`, `unsupported_type`
 */
export async function processImage(path: string, type: ImageType, folder: string): Promise<ImageFacts> {
  const picture = await prepareUploadedImage(path, type, folder)
  const header = await readHeader(picture.path, type)
  const read = {
    ...picture,
    animated: isAnimated(header),
    side: reducedSide(header),
    isDeep: header.depth === 'ushort' && header.hasProfile,
  }
  const sideBySide = header.width * header.height <= SIDE_BY_SIDE
  const job = { ...(sideBySide ? read : await decodeOnce(read, header)), type, folder, isHuge: isHuge(header) }
  const given = () =>
    both(
      () => hashUprightPicture(job),
      () => makeThumb(job),
      sideBySide,
    )
  const [original, [pictureHash, { file: thumb, ...looks }]] = await both(() => makeOriginal(job), given, sideBySide)
  return {
    width: original.width,
    height: original.height,
    duration: null,
    hasSound: null,
    ...looks,
    pictureHashes: [pictureHash],
    files: [original.file, thumb],
  }
}

const effortFor = ({ animated }: Picture) => (animated ? 2 : 4)

type Sized = Picture & { width: number; height: number }
const drawSmaller = (picture: Picture, variant: Rendition) =>
  upright(picture)
    .resize(inside(RENDITIONS[variant].side))
    .webp({ quality: 82, effort: effortFor(picture) })

/** Backgrounds for transparent pictures, as defined in `styles.css`. */
const BACKDROPS = { light: '#f4f1ef', dark: '#130f0c' }

/** Size in pixels of the tiny copy that looks blurred after stretching. */
const BLURRED = { width: 32, height: 17 }
const BADGE = {
  input: fileURLToPath(new URL('hot-or-not.png', import.meta.url)),
  left: 32,
  top: SHARE_SIZE.height - 128,
}

/** Draws the whole item on a blurred copy, or on its backdrop if it is transparent, and adds "Hot or Not?". */
const drawLinkPreview = async (picture: Sized) => {
  const pixels = await readPixels(firstUpright(picture).resize({ ...SHARE_SIZE, fit: 'inside' }))
  const backdrop = chooseBackdrop(pixels)
  const background = BACKDROPS[backdrop ?? 'light']
  const item = await readPixels(sharp(pixels.data, { raw: pixels.info }).flatten({ background }))
  const raw = item.info
  const blurred = await readPixels(sharp(item.data, { raw }).resize({ ...BLURRED, fit: 'cover' }))
  const ground =
    backdrop === null
      ? sharp(blurred.data, { raw: blurred.info }).resize({ ...SHARE_SIZE, fit: 'fill', kernel: 'cubic' })
      : sharp({ create: { ...SHARE_SIZE, channels: 3, background } })
  return ground.composite([{ input: item.data, raw }, BADGE]).jpeg({ quality: 80 })
}

const makeRendition = async (picture: Sized, folder: string, variant: Rendition) => {
  const image = variant === 'share' ? await drawLinkPreview(picture) : drawSmaller(picture, variant)
  const { file } = await save(image, folder, { variant, contentType: RENDITIONS[variant].type })
  const animated = picture.animated && variant !== 'share'
  return { file, pictureHash: await hashUprightPicture({ ...picture, animated, path: variantPath(folder, variant) }) }
}

/** Writes a JPEG of a stored thumbnail without resizing it. */
export async function makeJpeg(path: string, folder: string) {
  await readHeader(path, 'image/webp')
  const pixels = await readPixels(firstUpright({ path, animated: false, stepSeconds: RENDITION_TIME.stepSeconds }))
  const background = BACKDROPS[chooseBackdrop(pixels) ?? 'light']
  const image = sharp(pixels.data, { raw: pixels.info }).flatten({ background }).jpeg({ quality: 80 })
  return (await save(image, folder, { variant: 'share', contentType: 'image/jpeg' })).file
}

const isWanted = ({ width, height }: Sized, variant: Rendition) =>
  variant === 'display' || variant === 'share' || Math.max(width, height) > RENDITIONS[variant].side

/** Writes smaller versions and a JPEG for link previews. @throws AppError `unsupported_type` for a video */
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
  const original = await hashUprightPicture(picture)
  return {
    files,
    sha256: await hashFile(...files.map(({ variant }) => variantPath(folder, variant))),
    pictureHashes: [...new Set([original, ...made.map(({ pictureHash }) => pictureHash)])],
  }
}
