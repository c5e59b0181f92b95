import { CallError } from './call-error.ts'

/**
 * Fetches a file.
 * @throws {CallError} for any unsuccessful response
 */
export async function fetchFile(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(address, { headers, cache: 'no-store' })
  if (answer.ok) return answer
  throw new CallError(answer.status, answer.statusText, await answer.text())
}

/** Milliseconds after which the browser must have started the download. */
const REVOKE_AFTER_MS = 60_000

export const readFileName = (answer: Response, name: string) =>
  /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? name

export async function saveFile(answer: Response, name: string) {
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
