/** Maximum depth of nested redirects, which search engines and mail programs produce. */
const REDIRECTS_MAX = 3
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#38': '&', '#39': "'" }

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#38|#39);/gi, (_all, name: string) => ENTITIES[name.toLowerCase()] ?? '')

/** Decodes addresses that were copied as `https%3A%2F%2F…`, as some programs do. */
const decodeWhole = (word: string) => {
  if (!/^https?%3a/i.test(word)) return word
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** Finds target URLs in the parameters of a redirect, such as Google's `imgurl` or Outlook's `url`. */
const findTargets = (address: string, depth = 0): string[] => {
  const url = URL.parse(address)
  if (!url || depth >= REDIRECTS_MAX) return []
  const carried = [...url.searchParams.values()].filter((value) => /^https?:\/\//i.test(value))
  return carried.flatMap((value) => [value, ...findTargets(value, depth + 1)])
}

const withoutPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}/]+|[^\p{L}\p{N}/=&%_-]+$/gu, '')

export const extractAddresses = (line: string): string[] => {
  const words = unescapeHtml(line)
    .split(/[\s<>()[\]{}"'`|]+/)
    .map(decodeWhole)
    .flatMap((word) => [word, ...word.split(/[,;]?(?=https?:\/\/)/i)])
    .map(withoutPunctuation)
    .filter((word) => word !== '')
  return [...new Set(words.flatMap((word) => [word, ...findTargets(word)]))]
}
