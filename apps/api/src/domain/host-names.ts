/** The name in a `Host` header or an address's authority, in lower case and without its port. */
export const withoutPort = (host: string) => host.trim().toLowerCase().replace(/:\d*$/, '')

const HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*|\[[a-f\d:.]+\])$/

/** Whether it is the name of a host, in lower case and without a port. */
export const isHostName = (name: string) => name.length <= 253 && HOST.test(name)

/** Where the operator's pages are, without a slash at its end: on `adminHost`, with a port of its own if it names one. */
export const buildAdminUrl = ({ publicUrl, adminHost }: { publicUrl: string; adminHost?: string | undefined }) => {
  const url = new URL(`${publicUrl}/adm`)
  if (adminHost) url.host = adminHost
  return url.href
}
