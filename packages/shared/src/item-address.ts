/** See `docs/decisions/034`. */
export const itemPath = (id: number) => `/m/${id}`

/** Returns the item id in a path, or undefined for other paths. */
export const parseItemId = (path: string): number | undefined => {
  const id = Number(/^\/m\/([1-9]\d{0,15})\/?$/.exec(path)?.[1])
  return Number.isSafeInteger(id) ? id : undefined
}
