import { count } from '@hotvote/shared/counted'
import { ACCEPTED_TYPES, UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import type { FileError } from 'react-dropzone'

/** More files in one drop are likely a mistake, such as a whole photo library. */
export const FILES_PER_DROP = 50

const extensions = Object.values(ACCEPTED_TYPES).flat()

export const ACCEPTED_NAMES = 'JPEG, PNG, GIF, WebP or MP4'

export const isAcceptedType = (type: string) => Object.hasOwn(ACCEPTED_TYPES, type)

const phoneHint = (name: string) => {
  if (/\.(mov|qt)$/i.test(name)) return 'This is an iPhone video (.mov). Convert it to MP4 first.'
  return /\.hei[cf]$/i.test(name) && 'This is an iPhone photo (.heic). Convert it to JPEG first.'
}

/** Rejection text (`visitor.md §5`); react-dropzone's own repeats every type and rounds the size to MB. */
export function rejectionText(error: FileError, file: Pick<File, 'name'>): string {
  if (error.code === 'file-invalid-type')
    return [phoneHint(file.name), `File type must be one of ${extensions.join(', ')}`].filter(Boolean).join(' ')
  if (error.code === 'file-too-large')
    return `File is larger than ${UPLOAD_MAX_BYTES} bytes (${UPLOAD_MAX_BYTES / 1024 ** 2} MB)`
  return error.message
}

export const isBeyondLimit = ({ code }: FileError) => code === 'too-many-files'

/** One text for all files beyond the limit; a row for each could be hundreds. */
export const tooManyText = (leftOut: number) =>
  `Too many files: at most ${FILES_PER_DROP} are taken at a time, and ${leftOut === 1 ? 'this one was left out. Add it' : `these ${count(leftOut)} were left out. Add them`} next.`
