/** PostgreSQL rejects NUL characters and unpaired surrogates. */
const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0')

export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorableText(name) && isStorable(inner))
}
