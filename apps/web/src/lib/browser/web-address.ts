/** Not `URL.canParse`, which Safari has from 17 on. */
const parsed = (text: string) => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The address when it is a whole one of the web (http, https), undefined for anything else. */
export const webAddress = (text: string | undefined) => {
  const { protocol, href } = parsed(text ?? '') ?? {}
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
