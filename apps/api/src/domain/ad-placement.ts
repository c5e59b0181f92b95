type Config = { adminHost: string | undefined }

/** Ad code in the page could read the operator's credentials, unless they log in elsewhere (docs/decisions/008). */
export const mayRunInPage = ({ adminHost }: Config) => adminHost !== undefined

/** A zone as it is shown: what may not run in the page runs in its frame, whatever was saved. */
export const effectiveZone = <Zone extends { isSandboxed: boolean }>(zone: Zone, config: Config): Zone => ({
  ...zone,
  isSandboxed: zone.isSandboxed || !mayRunInPage(config),
})
