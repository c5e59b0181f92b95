import { PASTED_IMAGE_MAX_BYTES, PASTED_VIDEO_MAX_BYTES } from '@hotvote/shared/limits'
import { isAcceptedType } from './accepted-files.ts'

/** File names that browsers give to screenshots and copied images. */
const NAMELESS = /^(image|blob|video|unknown|)(\.\w+)?$/i

const fileEnding: Record<string, string> = { 'image/jpeg': 'jpg', 'video/mp4': 'mp4' }

export type Pasted = { accepted: File[]; problems: string[] }

/** Sorts pasted files (`visitor.md §5`); `problems` has no duplicates. */
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
