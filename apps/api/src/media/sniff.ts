import type { AcceptedType } from '@hotvote/shared/limits'
import { fileTypeFromFile } from 'file-type'
import { AppError } from '../domain/errors.ts'

/** What the first bytes may say, and what the file is then stored as. An animated PNG keeps its first frame. */
const typesBySignature: Readonly<Record<string, AcceptedType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'video/mp4': 'video/mp4',
}

/**
 * The type of a file by its bytes; its name and declared type do not count.
 * @throws AppError `unsupported_type` for anything but jpeg, png, gif, webp and mp4 (`visitor.md §5`).
 */
export async function sniffType(path: string): Promise<AcceptedType> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const type = found && Object.hasOwn(typesBySignature, found.mime) ? typesBySignature[found.mime] : undefined
  if (!type) throw new AppError('unsupported_type', 'Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted')
  return type
}
