/** `URL.canParse` needs Safari 17. */
const parsed = (text: string) => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Returns the absolute http(s) address, or undefined for anything else. */
export const webAddress = (text: string | undefined) => {
  const { protocol, href } = parsed(text ?? '') ?? {}
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
