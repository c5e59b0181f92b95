/** The address of one item (`docs/decisions/034`); its file names are another matter (`/media/…`). */
export const itemPath = (id: number) => `/m/${id}`

/** Which item an address of that form names; undefined for any other path. */
export const itemIdIn = (path: string): number | undefined => {
  const id = Number(/^\/m\/([1-9]\d{0,15})\/?$/.exec(path)?.[1])
  return Number.isSafeInteger(id) ? id : undefined
}
