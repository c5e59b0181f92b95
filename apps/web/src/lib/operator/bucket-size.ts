const KB = 1024
const MB = KB * KB

/** `512 B`, `1.5 KB`, `12.4 MB` (`admin.md §9`). */
export const bucketSize = (bytes: number) => {
  if (bytes < KB) return `${bytes} B`
  return bytes < MB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / MB).toFixed(1)} MB`
}
