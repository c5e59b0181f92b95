/** The address when it is a whole one of the web (http, https), undefined for anything else. */
export const webAddress = (text: string | undefined) => {
  if (!text || !URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
