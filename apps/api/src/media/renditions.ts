import { AppError } from '../domain/errors.ts'
import { RENDITIONS, type Rendition } from '../domain/media-keys.ts'
import { sha256Of } from './fingerprint.ts'
import { RENDITION_TIME } from './media-limits.ts'
import { hashOfPicture, inside, isAnimated, type Picture, readHeader, save, upright } from './picture-file.ts'
import type { MadeRenditions } from './processed-media.ts'
import { sniffType } from './sniff.ts'
import { variantPath } from './variant-path.ts'

/** Nobody waits for it. An animation has up to 2,000 pictures to encode. */
const effortFor = ({ animated }: Picture) => (animated ? 2 : 4)

const makeRendition = async (picture: Picture, folder: string, variant: Rendition) => {
  const image = upright(picture)
    .resize(inside(RENDITIONS[variant]))
    .webp({ quality: 82, effort: effortFor(picture) })
  const { file } = await save(image, folder, { variant, contentType: 'image/webp' })
  return { file, pictureHash: await hashOfPicture({ ...picture, path: variantPath(folder, variant) }) }
}

/**
 * Writes the stored original of a picture, at `path`, in smaller widths into `folder`: the one for the stage always, as it
 * has fewer bytes, the others where they are smaller.
 * @throws AppError `unsupported_type` for a video; any failure when the file cannot be decoded
 */
export async function makeRenditions(path: string, folder: string): Promise<MadeRenditions> {
  const type = await sniffType(path)
  if (type === 'video/mp4') throw new AppError('unsupported_type', 'A video has no renditions')
  const header = await readHeader(path, type)
  const picture = { path, animated: isAnimated(header), stepSeconds: RENDITION_TIME.stepSeconds }
  const side = Math.max(header.width, header.pageHeight ?? header.height)
  const made: Awaited<ReturnType<typeof makeRendition>>[] = []
  for (const variant of Object.keys(RENDITIONS) as Rendition[])
    if (variant === 'display' || side > RENDITIONS[variant]) made.push(await makeRendition(picture, folder, variant))
  const files = made.map(({ file }) => file)
  const original = await hashOfPicture(picture)
  return {
    files,
    sha256: await sha256Of(...files.map(({ variant }) => variantPath(folder, variant))),
    pictureHashes: [...new Set([original, ...made.map(({ pictureHash }) => pictureHash)])],
  }
}
