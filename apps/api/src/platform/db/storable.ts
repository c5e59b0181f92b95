/** Whether PostgreSQL takes this text: it has neither the character NUL nor half of a pair of surrogates. */
const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Whether it takes every text in what a caller sent, names of fields included. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorableText(name) && isStorable(inner))
}
