import { counted } from '../../../lib/browser/format.ts'

/** `5 minutes`, `1 minute 30 seconds` from seconds. */
export const durationText = (seconds: number) => {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds - minutes * 60
  const parts = [minutes > 0 && counted(minutes, 'minute'), (rest > 0 || minutes <= 0) && counted(rest, 'second')]
  return parts.filter(Boolean).join(' ')
}
