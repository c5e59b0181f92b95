/** Returns false for NUL characters and unpaired surrogates, which PostgreSQL rejects. */
const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Returns true if PostgreSQL can store all text in the value, including property names. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorableText(name) && isStorable(inner))
}
