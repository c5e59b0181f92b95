import { ORIGINAL_NAME_MAX } from '@hotvote/shared/limits'

/**
 * A file name fit to be stored and shown: one line of visible characters, no folders, at most `ORIGINAL_NAME_MAX`
 * characters. `extension` (with its dot) names a file whose own name has nothing left.
 */
export const originalName = (name: string, extension: string): string => {
  const visible = name
    .normalize('NFC')
    .replace(/\p{C}/gu, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...visible].slice(0, ORIGINAL_NAME_MAX).join('').trim()
  return /[^.\s]/.test(short) ? short : `upload${extension}`
}
