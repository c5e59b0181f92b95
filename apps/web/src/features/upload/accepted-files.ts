import {
  ACCEPTED_TYPES,
  PASTED_IMAGE_MAX_BYTES,
  PASTED_VIDEO_MAX_BYTES,
  UPLOAD_MAX_BYTES,
} from '@hotvote/shared/limits'
import type { FileError } from 'react-dropzone'

type Pasted = { accepted: File[]; problems: string[] }

/** Separates pasted files into accepted ones and problems (`visitor.md §5`). `problems` has no duplicates. */
export function sortPasted(files: readonly File[]): Pasted {
  const accepted: File[] = []
  const problems = new Set<string>()
  for (const file of files) {
    const problem = describeProblem(file)
    if (problem === '') accepted.push(file)
    else problems.add(problem)
  }
  return { accepted, problems: [...problems] }
}

function describeProblem({ type, size }: File): string {
  if (!isAcceptedType(type)) return 'Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted'
  if (type.startsWith('image/') && size > PASTED_IMAGE_MAX_BYTES) return 'Image files must be under 10MB'
  if (type.startsWith('video/') && size > PASTED_VIDEO_MAX_BYTES) return 'Video files must be under 20MB'
  return ''
}

/** Maximum number of files per drop. More are probably a mistake, such as a whole photo library. */
export const FILES_PER_DROP = 50

const extensions = Object.values(ACCEPTED_TYPES).flat()

export const ACCEPTED_NAMES = 'JPEG, PNG, GIF, WebP or MP4'

export const isAcceptedType = (type: string) => Object.hasOwn(ACCEPTED_TYPES, type)

const phoneHint = (name: string) => {
  if (/\.(mov|qt)$/i.test(name)) return 'This is an iPhone video (.mov). Convert it to MP4 first.'
  return /\.hei[cf]$/i.test(name) && 'This is an iPhone photo (.heic). Convert it to JPEG first.'
}

/** Replaces react-dropzone's own messages, which list every type (`visitor.md §5`). */
export function rejectionText(error: FileError, file: Pick<File, 'name'>): string {
  if (error.code === 'file-invalid-type')
    return [phoneHint(file.name), `File type must be one of ${extensions.join(', ')}`].filter(Boolean).join(' ')
  if (error.code === 'file-too-large')
    return `File is larger than ${UPLOAD_MAX_BYTES} bytes (${UPLOAD_MAX_BYTES / 1024 ** 2} MB)`
  return error.message
}
