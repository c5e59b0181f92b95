/** The name in a `Host` header or an address's authority, in lower case and without its port. */
export const withoutPort = (host: string) => host.trim().toLowerCase().replace(/:\d*$/, '')
