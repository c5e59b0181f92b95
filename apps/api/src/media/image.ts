import sharp, { type Metadata, type Sharp } from 'sharp'
import { THUMB_SIDE } from '../domain/media-keys.ts'
import { centerHashesOf, perceptualHashOf, thumbhashOf } from './fingerprint.ts'
import { colourGrey, prepareGiven } from './given-picture.ts'
import { MADE_MAX, SIDE_BY_SIDE } from './media-limits.ts'
import {
  chooseBackdrop,
  firstUpright,
  hashOfPicture,
  type ImageType,
  inside,
  isAnimated,
  type Picture,
  readHeader,
  readPixels,
  reducedSide,
  save,
  sharePixels,
  upright,
} from './picture-file.ts'
import type { ProcessedMedia } from './processed-media.ts'

type ImageFacts = Omit<ProcessedMedia, 'mimeType' | 'sha256' | 'storedSha256'>

/** Somebody waits for these: what would only save bytes is left out (docs/decisions/006). `isHuge` is a PNG that needs it. */
const encode: Readonly<Record<ImageType, (image: Sharp, isHuge: boolean) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90, optimiseCoding: false }),
  'image/png': (image, isHuge) => image.png({ compressionLevel: isHuge ? 3 : 6, adaptiveFiltering: isHuge }),
  // The colours were chosen before: dithering them again would only add noise.
  'image/gif': (image) => image.gif({ effort: 3, dither: 0 }),
  'image/webp': (image) => image.webp({ quality: 90, effort: 2 }),
}

/** Pixels so many that without the filters of its rows a PNG could become too large. Few colours only become larger with them. */
const isHuge = ({ width, height, channels, isPalette }: Metadata) => !isPalette && width * height * channels > MADE_MAX

type Job = Picture & { type: ImageType; folder: string; isHuge: boolean }

/** The full decode: a broken file fails here. */
async function makeOriginal(job: Job) {
  const { info, file } = await save(encode[job.type](upright(job), job.isHuge), job.folder, {
    variant: 'original',
    contentType: job.type,
  })
  return { file, width: info.width, height: info.pageHeight ?? info.height }
}

/** All that is made of the small picture is made of one decoding. */
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
    perceptualHashOf(image()),
    centerHashesOf(image()),
    backdrop === null ? thumbhashOf(image()) : Promise.resolve(null),
  )
  const perceptualHash = hash === null ? null : String(hash)
  return { file, perceptualHash, centerHashes: centers.map(String), placeholder, backdrop }
}

/** What these came to. Nothing is under way any more when it throws. */
async function ended<All extends Promise<unknown>[]>(...running: All) {
  await Promise.allSettled(running)
  return Promise.all(running)
}

/** Both at the same time, or the second after the first. */
async function both<A, B>(first: () => Promise<A>, second: () => Promise<B>, sideBySide: boolean): Promise<[A, B]> {
  return sideBySide ? ended(first(), second()) : [await first(), await second()]
}

/**
 * Decodes every pixel and writes the item's first files anew into `folder`: upright, in sRGB, without any metadata or other
 * foreign byte.
 * @throws AppError `too_large`, `unsupported_type`; any other failure means that the file cannot be decoded.
 */
export async function processImage(path: string, type: ImageType, folder: string): Promise<ImageFacts> {
  const picture = await prepareGiven(path, type, folder)
  const header = await readHeader(picture.path, type)
  if (picture.greyProfile) await colourGrey(picture.path, picture.greyProfile)
  const read = {
    ...picture,
    animated: isAnimated(header),
    side: reducedSide(header),
    isDeep: header.depth === 'ushort' && (header.hasProfile || picture.greyProfile !== undefined),
  }
  const sideBySide = header.width * header.height <= SIDE_BY_SIDE
  const job = { ...(sideBySide ? read : await sharePixels(read, header)), type, folder, isHuge: isHuge(header) }
  const given = () =>
    both(
      () => hashOfPicture(job),
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
