type Config = { adminHost: string | undefined }

/**
 * Requires a separate operator host, because ad code could otherwise read the operator's credentials
 * (docs/decisions/008).
 */
export const mayRunInPage = ({ adminHost }: Config) => adminHost !== undefined

/** Moves a zone into a sandboxed frame if ad code must not run in the page. */
export const effectiveZone = <Zone extends { isSandboxed: boolean }>(zone: Zone, config: Config): Zone => ({
  ...zone,
  isSandboxed: zone.isSandboxed || !mayRunInPage(config),
})
