import { stat } from 'node:fs/promises'
import type { AcceptedType } from '@hotvote/shared/limits'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '../domain/errors.ts'
import { perceptualHashOf, pictureHashOf, thumbhashOf } from './fingerprint.ts'
import { DISPLAY_SIDE, MAX_FRAMES, MAX_PIXELS, STEP_SECONDS, THUMB_SIDE } from './media-limits.ts'
import type { ProcessedFile, ProcessedMedia } from './processed-media.ts'
import { variantPath } from './variant-path.ts'

export type ImageType = Exclude<AcceptedType, 'video/mp4'>
type ImageFacts = Omit<ProcessedMedia, 'mimeType' | 'sha256' | 'storedSha256'>

const formats: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

// The image library keeps only the four decoders that are needed, and is frugal: it works on one file at a time.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((loader) => `VipsForeignLoad${loader}File`) })
sharp.cache(false)
sharp.concurrency(1)

type Opening = { animated: boolean; ignoreIcc?: boolean }

const open = (path: string, how: Opening): Sharp =>
  sharp(path, {
    ...how,
    // 'error' refuses truncated and corrupt pixels; 'warning' would also refuse good photos with odd extra bytes.
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
  }).timeout({ seconds: STEP_SECONDS })

const encode: Readonly<Record<ImageType, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png({ compressionLevel: 6 }),
  // The colours were chosen before: dithering them again would only add noise.
  'image/gif': (image) => image.gif({ effort: 3, dither: 0 }),
  'image/webp': (image) => image.webp({ quality: 90, effort: 2 }),
}

/** What the header promises, checked before a single pixel is decoded. */
async function readHeader(path: string, type: ImageType): Promise<Metadata> {
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

type Job = { path: string; type: ImageType; animated: boolean; folder: string }

async function save(image: Sharp, folder: string, file: Omit<ProcessedFile, 'size'>) {
  const path = variantPath(folder, file.variant)
  const info = await image.toFile(path)
  return { info, file: { ...file, size: (await stat(path)).size } }
}

/** Turned upright by its own orientation tag. Animations carry none that all viewers agree on. */
const upright = ({ path, animated }: Job, ignoreIcc = false): Sharp => {
  const image = open(path, { animated, ignoreIcc })
  return animated ? image : image.autoOrient()
}

const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

/** The first full decode writes the original, so a broken file fails before anything else is made of it. */
async function writeVariants(job: Job) {
  const { type, animated, folder } = job
  const original = await save(encode[type](upright(job)), folder, { variant: 'original', contentType: type })
  const forStage = upright(job)
    .resize(inside(DISPLAY_SIDE))
    .webp({ quality: 82, effort: animated ? 1 : 3 })
  const display = await save(forStage, folder, { variant: 'display', contentType: 'image/webp' })
  const small = open(variantPath(folder, 'display'), { animated: false })
    .resize(inside(THUMB_SIDE))
    .webp({ quality: 78 })
  const thumb = await save(small, folder, { variant: 'thumb', contentType: 'image/webp' })
  return { info: original.info, files: [original.file, display.file, thumb.file] }
}

/**
 * What the upload shows, and what a visitor may save of it: encoding changes pixels a little. A colour profile is left out,
 * as it is a tag that anybody can take away.
 */
async function pictureHashes(job: Job): Promise<string[]> {
  const hashes = new Set<string>()
  for (const path of [job.path, variantPath(job.folder, 'original'), variantPath(job.folder, 'display')])
    hashes.add(await pictureHashOf(upright({ ...job, path }, true)))
  return [...hashes]
}

/**
 * Decodes every pixel and writes the item's files anew into `folder`: upright, in sRGB, without any metadata or other
 * foreign byte.
 * @throws AppError `too_large`, `unsupported_type`; any other failure means that the file cannot be decoded.
 */
export async function processImage(path: string, type: ImageType, folder: string): Promise<ImageFacts> {
  const header = await readHeader(path, type)
  const job = { path, type, folder, animated: (header.pages ?? 1) > 1 }
  const { info, files } = await writeVariants(job)
  const thumb = () => open(variantPath(folder, 'thumb'), { animated: false })
  const hash = await perceptualHashOf(thumb())
  return {
    width: info.width,
    height: info.pageHeight ?? info.height,
    duration: null,
    perceptualHash: hash === null ? null : String(hash),
    pictureHashes: await pictureHashes(job),
    placeholder: await thumbhashOf(thumb()),
    files,
  }
}
