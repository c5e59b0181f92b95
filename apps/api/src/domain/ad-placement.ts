type Config = { adminHost: string | undefined }

/**
 * Whether ad code may be put into the page at all: only where the operator logs in at an origin of their own, or it
 * could read their credentials (docs/decisions/008).
 */
export const mayRunInPage = ({ adminHost }: Config) => adminHost !== undefined

/** A zone as it is shown: what may not run in the page runs in its frame, whatever was saved. */
export const effectiveZone = <Zone extends { isSandboxed: boolean }>(zone: Zone, config: Config): Zone => ({
  ...zone,
  isSandboxed: zone.isSandboxed || !mayRunInPage(config),
})
