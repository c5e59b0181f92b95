/** Decodes a path, but keeps malformed escapes like the page's router does. */
const decoded = (path: string) => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The operator's pages and the takedown forms have no ads (docs/decisions/008). */
export const isAdFreePath = (path: string) => /^\/(adm|dmca|counter-notice)(\/|$)/i.test(decoded(path))
