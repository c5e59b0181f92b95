import { claimPort } from '../../../../scripts/ports.ts'
import { afterUse } from './after-use.ts'

/** A port that nothing else listens on before this test is over. */
export const ownPort = async () => {
  const { port, release } = await claimPort()
  afterUse(release)
  return port
}
