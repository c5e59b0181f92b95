/** Redirects of search engines and mail programs that lead to one another. */
const REDIRECTS_MAX = 3
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#38': '&', '#39': "'" }

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#38|#39);/gi, (_all, name: string) => ENTITIES[name.toLowerCase()] ?? '')

/** `https%3A%2F%2F…`, as some programs copy an address. */
const decodeWhole = (word: string) => {
  if (!/^https?%3a/i.test(word)) return word
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** Addresses that a redirect carries as parameters: Google's `q` and `imgurl`, Outlook's `url`, and the like. */
const findTargets = (address: string, depth = 0): string[] => {
  const url = URL.parse(address)
  if (!url || depth >= REDIRECTS_MAX) return []
  const carried = [...url.searchParams.values()].filter((value) => /^https?:\/\//i.test(value))
  return carried.flatMap((value) => [value, ...findTargets(value, depth + 1)])
}

const withoutPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}/]+|[^\p{L}\p{N}/=&%_-]+$/gu, '')

/** Every address that a line may contain, in its order: alone, in brackets, in a sentence, or behind a redirect. */
export const addressesIn = (line: string): string[] => {
  const words = unescapeHtml(line)
    .split(/[\s<>()[\]{}"'`|]+/)
    .map(decodeWhole)
    .flatMap((word) => [word, ...word.split(/[,;]?(?=https?:\/\/)/i)])
    .map(withoutPunctuation)
    .filter((word) => word !== '')
  return [...new Set(words.flatMap((word) => [word, ...findTargets(word)]))]
}
