type Config = { adminHost: string | undefined }

/**
 * Ad code in the page could read the operator's credentials, unless the operator logs in elsewhere
 * (docs/decisions/008).
 */
export const mayRunInPage = ({ adminHost }: Config) => adminHost !== undefined

/** Forces a zone into a frame when ad code must not run in the page. */
export const effectiveZone = <Zone extends { isSandboxed: boolean }>(zone: Zone, config: Config): Zone => ({
  ...zone,
  isSandboxed: zone.isSandboxed || !mayRunInPage(config),
})
