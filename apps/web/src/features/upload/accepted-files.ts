import { count } from '@hotvote/shared/counted'
import { ACCEPTED_TYPES, UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import type { FileError } from 'react-dropzone'

/** Files taken from one drop; more is a slip of the hand, or somebody's whole photo library. */
export const FILES_PER_DROP = 50

const extensions = Object.values(ACCEPTED_TYPES).flat()

/** For people: `JPEG, PNG, GIF, WebP or MP4`. */
export const ACCEPTED_NAMES = 'JPEG, PNG, GIF, WebP or MP4'

export const isAcceptedType = (type: string) => Object.hasOwn(ACCEPTED_TYPES, type)

/** Advice for files that phones write and browsers don't show. */
const phoneHint = (name: string) => {
  if (/\.(mov|qt)$/i.test(name)) return 'This is an iPhone video (.mov). Convert it to MP4 first.'
  return /\.hei[cf]$/i.test(name) && 'This is an iPhone photo (.heic). Convert it to JPEG first.'
}

/**
 * The drop zone's rejections as specified (`visitor.md §5`). The library's own list of types names every media type
 * and extension twice over, and it rounds the size to MB, where the specification counts bytes: both
 * are said.
 */
export function rejectionText(error: FileError, file: Pick<File, 'name'>): string {
  if (error.code === 'file-invalid-type')
    return [phoneHint(file.name), `File type must be one of ${extensions.join(', ')}`].filter(Boolean).join(' ')
  if (error.code === 'file-too-large')
    return `File is larger than ${UPLOAD_MAX_BYTES} bytes (${UPLOAD_MAX_BYTES / 1024 ** 2} MB)`
  return error.message
}

export const isBeyondLimit = ({ code }: FileError) => code === 'too-many-files'

/** For all of a drop that are beyond the limit together: a row for each could be hundreds. */
export const tooManyText = (leftOut: number) =>
  `Too many files: at most ${FILES_PER_DROP} are taken at a time, and ${leftOut === 1 ? 'this one was left out. Add it' : `these ${count(leftOut)} were left out. Add them`} next.`
