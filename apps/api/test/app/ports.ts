import { claimPort } from '../../../../scripts/ports.ts'
import { afterUse } from './after-use.ts'

/** Reserves a free port until the end of the test. */
export const ownPort = async () => {
  const { port, release } = await claimPort()
  afterUse(release)
  return port
}
