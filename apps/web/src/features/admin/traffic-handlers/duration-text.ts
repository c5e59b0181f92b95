import { counted } from '@hotvote/shared/counted'

/** Negative input is shown as typed. */
export const durationText = (seconds: number) => {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const rest = seconds - minutes * 60
  const parts = [minutes > 0 && counted(minutes, 'minute'), (rest > 0 || minutes === 0) && counted(rest, 'second')]
  return parts.filter(Boolean).join(' ')
}
