/** Lowercases a `Host` header or URL authority and removes the port. */
export const withoutPort = (host: string) => host.trim().toLowerCase().replace(/:\d*$/, '')

const HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*|\[[a-f\d:.]+\])$/

export const isHostName = (name: string) => name.length <= 253 && HOST.test(name)

/** Returns the URL without a trailing slash. A port in `adminHost` replaces the port of `publicUrl`. */
export const buildAdminUrl = ({ publicUrl, adminHost }: { publicUrl: string; adminHost?: string | undefined }) => {
  const url = new URL(`${publicUrl}/adm`)
  if (adminHost) url.host = adminHost
  return url.href
}
