/** Where the next page of a list begins, as its `Link: rel="next"` says (RFC 8288); undefined when there is none. */
export function nextCursorOf(headers: Headers) {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('cursor') ?? undefined)
}
