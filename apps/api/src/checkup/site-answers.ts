/** Milliseconds. */
const TIMEOUT = 10_000

/** What the running site answers. @throws when it does not */
export const ask = async (url: string, path: string) => {
  const answer = await fetch(new URL(path, url), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) }).catch(
    (failure: Error) => Promise.reject(new Error(`${new URL(path, url).href} does not answer: ${failure.message}`)),
  )
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
