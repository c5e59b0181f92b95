import type { ProofChallenge } from '@hotvote/shared/contract'
import { solveChallenge } from 'altcha-lib/v1'

addEventListener('message', async ({ data }: MessageEvent<ProofChallenge>) => {
  const { challenge, salt, algorithm, maxnumber } = data
  const found = await solveChallenge(challenge, salt, algorithm, maxnumber).promise.catch(() => null)
  postMessage(found?.number)
})
