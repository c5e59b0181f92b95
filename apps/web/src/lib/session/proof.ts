import type { ProofChallenge } from '@hotvote/shared/contract'
import { toast } from '../browser/toasts.ts'

/** Milliseconds. */
const LONG = 1000

const solve = async (challenge: ProofChallenge) => {
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }) => (typeof data === 'number' ? resolve(data) : reject(new Error('no solution')))
      worker.onerror = reject
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}

/** Returns the request headers that contain the solution. */
export async function solveProof({ maxnumber, ...challenge }: ProofChallenge) {
  const timer = setTimeout(
    () =>
      toast({ title: 'One moment…', description: 'Your browser is completing a quick check. This only happens once.' }),
    LONG,
  )
  try {
    const number = await solve({ ...challenge, maxnumber })
    return { 'Proof-Of-Work': btoa(JSON.stringify({ ...challenge, number })) }
  } finally {
    clearTimeout(timer)
  }
}
