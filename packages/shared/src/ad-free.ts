/** As the router of the page reads it: what cannot be decoded stays as it is. */
const decoded = (path: string) => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Whether documents of an address never run an ad, whatever is switched on: the operator's and the takedown form (docs/decisions/008).
 * `path`: as the browser sends it, any character of which may be escaped.
 */
export const isAdFreePath = (path: string) => /^\/(adm|dmca)(\/|$)/i.test(decoded(path))
