const MEGABYTE = 1024 * 1024

/** Formats bytes as `1.3 MB` (`visitor.md §9`), but never as `0.0 MB` for a small file. */
export function megabytes(bytes: number) {
  const text = `${(bytes / MEGABYTE).toFixed(1)} MB`
  return bytes > 0 && text === '0.0 MB' ? '<0.1 MB' : text
}

/** Formats bytes as `0 Bytes`, `12.40 KB` or `1.33 MB` (`admin.md §9`). */
export function fileSize(bytes: number) {
  if (bytes < 1024) return `${bytes} Bytes`
  const power = Math.min(3, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(2)} ${['Bytes', 'KB', 'MB', 'GB'][power]}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a date as `07/Mar/2026` in the local time zone (`visitor.md §9`). */
export const date = (iso: string) => {
  const day = new Date(iso)
  return `${String(day.getDate()).padStart(2, '0')}/${months[day.getMonth()]}/${day.getFullYear()}`
}

/** Formats a day such as `2026-03-07`. Using noon keeps the time zone from shifting the day. */
export const dayDate = (day: string) => date(`${day}T12:00`)

export const dateTime = (iso: string) => new Date(iso).toLocaleString()

export const isVideo = (mimeType: string) => mimeType.startsWith('video/')

/** See `visitor.md §2`. */
export const mediaLabel = (mimeType: string) => (isVideo(mimeType) ? 'Video' : 'Image')

const REVIEWS = {
  hidden: {
    title: 'Under review',
    text: "Visitors reported this, so it's hidden until we've checked it. Votes are kept.",
  },
  checking: { title: 'Being checked', text: 'Others will see it after a quick check.' },
  waiting: { title: 'Waiting for review', text: "We'll review it before it's shown to others." },
}

/** Explains to the uploader why others cannot see an item, or returns undefined for a visible item. */
export const describeReview = (item: { isHidden?: boolean; isWaiting: boolean; isChecking: boolean }) => {
  if (item.isHidden) return REVIEWS.hidden
  return item.isChecking ? REVIEWS.checking : item.isWaiting ? REVIEWS.waiting : undefined
}
