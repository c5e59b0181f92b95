import { createHmac } from 'node:crypto'
import { type Screening, screening } from '@hotvote/shared/operator/upload-review'
import { getCode } from '../../domain/error-code.ts'
import type { Config } from '../../platform/config/config.ts'

/** Milliseconds from the request to the end of the response. */
const ANSWER_TIME = 30_000
/** Bytes. */
const ANSWER_MAX = 64 * 1024

/** `message` is shown in the log and to the operator. */
export class ScreeningFailed extends Error {
  override name = 'ScreeningFailed'
}

/** Signs timestamp, type and picture, so a request cannot be forged or altered. */
const sign = (secret: string, { timestamp, mimeType, jpeg }: { timestamp: string; mimeType: string; jpeg: Buffer }) =>
  createHmac('sha256', secret).update(`${timestamp}.${mimeType}.`).update(jpeg).digest('hex')

const readBody = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX) throw new ScreeningFailed(`the response is larger than ${ANSWER_MAX / 1024} kB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const parseVerdict = (body: string): Screening => {
  try {
    return screening.parse(JSON.parse(body))
  } catch {
    throw new ScreeningFailed('the response does not match {"score": 0..1, "labels": [...]}')
  }
}

const toFailure = (failure: unknown): ScreeningFailed => {
  if (failure instanceof ScreeningFailed) return failure
  if (failure instanceof Error && failure.name === 'TimeoutError')
    return new ScreeningFailed(`no response within ${ANSWER_TIME / 1000} seconds`)
  const cause = failure instanceof Error ? failure.cause : undefined
  return new ScreeningFailed(`no connection: ${String(getCode(cause) ?? 'unknown')}`)
}

/** Calls the operator's service (docs/screening.md), which may be on a private network. @throws {ScreeningFailed} */
export const callScreening = async (
  { url, secret }: NonNullable<Config['screening']>,
  upload: { jpeg: Buffer; mimeType: string },
  shutdown: AbortSignal,
): Promise<Screening> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'Content-Type': 'image/jpeg',
    'X-HotVote-Mime-Type': upload.mimeType,
    'X-HotVote-Timestamp': timestamp,
    'X-HotVote-Signature': sign(secret, { ...upload, timestamp }),
  }
  const signal = AbortSignal.any([shutdown, AbortSignal.timeout(ANSWER_TIME)])
  try {
    const body = new Uint8Array(upload.jpeg)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    if (response.status === 200) return parseVerdict(await readBody(response))
    await response.body?.cancel()
    throw new ScreeningFailed(`the service responded with HTTP ${response.status}`)
  } catch (failure) {
    throw toFailure(failure)
  }
}
