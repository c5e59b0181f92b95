import { claimPort } from '../../../scripts/ports.ts'
import { afterFile } from './after-file.ts'

/** A port that nothing else listens on before this test file is over. */
export const ownPort = async () => {
  const { port, release } = await claimPort()
  afterFile(release)
  return port
}
