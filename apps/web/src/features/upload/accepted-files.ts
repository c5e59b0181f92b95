import { count } from '@hotvote/shared/counted'
import {
  ACCEPTED_TYPES,
  PASTED_IMAGE_MAX_BYTES,
  PASTED_VIDEO_MAX_BYTES,
  UPLOAD_MAX_BYTES,
} from '@hotvote/shared/limits'
import type { FileError } from 'react-dropzone'

/** Matches generic file names that browsers give to screenshots and copied images. */
const NAMELESS = /^(image|blob|video|unknown|)(\.\w+)?$/i

const fileEnding: Record<string, string> = { 'image/jpeg': 'jpg', 'video/mp4': 'mp4' }

type Pasted = { accepted: File[]; problems: string[] }

/** Separates pasted files into accepted ones and problems (`visitor.md §5`). `problems` has no duplicates. */
export function sortPasted(files: readonly File[], now: Date): Pasted {
  const accepted: File[] = []
  const problems = new Set<string>()
  for (const file of files) {
    const problem = describeProblem(file)
    if (problem === '') accepted.push(named(file, now, accepted.length))
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

function named(file: File, now: Date, index: number): File {
  if (!NAMELESS.test(file.name)) return file
  const [kind = '', subtype = ''] = file.type.split('/')
  const ending = fileEnding[file.type] ?? subtype
  const count = index === 0 ? '' : `-${index + 1}`
  const name = `pasted-${kind}-${stamp(now)}${count}.${ending}`
  return new File([file], name, { type: file.type, lastModified: now.getTime() })
}

function stamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
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

export const isBeyondLimit = ({ code }: FileError) => code === 'too-many-files'

/** Single message for all files beyond the limit, because hundreds of rows would not help. */
export const tooManyText = (leftOut: number) =>
  `Too many files: at most ${FILES_PER_DROP} are taken at a time, and ${leftOut === 1 ? 'this one was left out. Add it' : `these ${count(leftOut)} were left out. Add them`} next.`
