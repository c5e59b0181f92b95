/** Like the page's router, keeps malformed escapes. */
const decoded = (path: string) => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The operator's pages and the takedown form have no ads (docs/decisions/008). */
export const isAdFreePath = (path: string) => /^\/(adm|dmca)(\/|$)/i.test(decoded(path))
