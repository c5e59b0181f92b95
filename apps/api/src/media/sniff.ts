import type { AcceptedType } from '@hotvote/shared/limits'
import { fileTypeFromFile } from 'file-type'
import { AppError } from '../domain/errors.ts'

/** The type of a file by its first bytes, and the type that it is stored as. An animated PNG keeps its first frame. */
const typesBySignature: Readonly<Record<string, AcceptedType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  // Brands of one container: its parser decides what can be played.
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
}

const IPHONE_PHOTO = 'This is an iPhone photo (.heic). Convert it to JPEG first.'

/** Types that phones write and browsers don't show. */
const hints: Readonly<Record<string, string>> = {
  'video/quicktime': 'This is an iPhone video (.mov). Convert it to MP4 first.',
  'image/heic': IPHONE_PHOTO,
  'image/heif': IPHONE_PHOTO,
  'image/heic-sequence': IPHONE_PHOTO,
  'image/heif-sequence': IPHONE_PHOTO,
}

/**
 * The type of a file by its bytes; its name and declared type do not count.
 * @throws AppError `unsupported_type` for anything but jpeg, png, gif, webp and mp4 (`visitor.md §5`).
 */
export async function sniffType(path: string): Promise<AcceptedType> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const type = found && Object.hasOwn(typesBySignature, found.mime) ? typesBySignature[found.mime] : undefined
  if (type) return type
  const hint = found && Object.hasOwn(hints, found.mime) ? hints[found.mime] : undefined
  throw new AppError('unsupported_type', hint ?? 'Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted')
}
