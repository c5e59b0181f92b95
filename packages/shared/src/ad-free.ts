/** As the router of the page reads it: what cannot be decoded stays as it is. */
const decoded = (path: string) => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Neither the operator's pages nor the takedown form run ads (docs/decisions/008). `path` may be escaped. */
export const isAdFreePath = (path: string) => /^\/(adm|dmca)(\/|$)/i.test(decoded(path))
