import { megabytes } from '../../lib/browser/format.ts'

const KILOBYTE = 1024

export const speedText = (bytesPerSecond: number) =>
  bytesPerSecond < KILOBYTE ** 2 ? `${Math.round(bytesPerSecond / KILOBYTE)} KB/s` : `${megabytes(bytesPerSecond)}/s`

/** Empty while the speed is unknown. */
export function timeLeftText(bytes: number, bytesPerSecond: number): string {
  if (bytesPerSecond <= 0 || bytes <= 0) return ''
  const seconds = Math.ceil(bytes / bytesPerSecond)
  return seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`
}
