import { CallError } from './call-error.ts'

/** A GET whose answer is a file. Throws `CallError` as `callApi` does. */
export async function fetchFile(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(address, { headers, cache: 'no-store' })
  if (answer.ok) return answer
  throw new CallError(answer.status, answer.statusText, await answer.text())
}

/** Milliseconds after which the browser has surely taken the file over. */
const TAKEN_MS = 60_000

/** The name that the server gives the file of an answer, or else `name`. */
export const readFileName = (answer: Response, name: string) =>
  /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? name

/** Hands an answer's body to the browser as a download named `name`. */
export async function saveFile(answer: Response, name: string) {
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS)
}
