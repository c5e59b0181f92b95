import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Screening, screening } from '@hotvote/shared/operator/upload-review'
import type { Deps } from '../../deps.ts'
import { getCode } from '../../domain/error-code.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, forLog, withTx } from '../../platform/db/client.ts'
import { JobDelayed } from '../../platform/jobs/queue.ts'
import { ORIGINAL_MAX } from '../../platform/storage/storage.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { type LockedItem, lockItems } from '../media/media-deletion.service.ts'
import { publishScreened, reasonToReview, wasRemovedSince } from '../media/taken-down-uploads.service.ts'
import { lockTakedownsShared } from './taken-down.sql.ts'
import { findUnscreened, lockUploaders, saveScreening } from './upload-review.queries.ts'

/** Milliseconds from the request to the end of the response. */
const ANSWER_TIME = 30_000
/** Bytes. */
const ANSWER_MAX = 64 * 1024

/** `message` is shown in the log and to the operator. */
class ScreeningFailed extends Error {
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
const callScreening = async (
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

type ScreeningDeps = Pick<Deps, 'config' | 'db' | 'log' | 'metrics' | 'storage' | 'makeJpeg' | 'tempDir'>
type Upload = NonNullable<Awaited<ReturnType<typeof findUnscreened>>>

const readThumbnail = (deps: ScreeningDeps, { thumbKey }: Upload) =>
  withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'stored')
    const copied = await deps.storage.copy(thumbKey, { to: path, limit: ORIGINAL_MAX })
    if (copied !== 'complete') throw new ScreeningFailed('the thumbnail cannot be read')
    return readFile(await deps.makeJpeg({ path, folder }))
  })

type Answer = { verdict?: Screening; problem?: string }

const ask = async (deps: ScreeningDeps, upload: Upload, shutdown: AbortSignal): Promise<Answer> => {
  const { screening: service } = deps.config
  try {
    if (!service) throw new ScreeningFailed('SCREENING_URL is not set')
    const jpeg = await readThumbnail(deps, upload)
    return { verdict: await callScreening(service, { jpeg, mimeType: upload.mimeType }, shutdown) }
  } catch (failure) {
    // The job is retried after the restart.
    shutdown.throwIfAborted()
    if (failure instanceof ScreeningFailed) return { problem: failure.message }
    deps.log.warn(forLog(failure), 'a thumbnail could not be prepared for screening')
    return { problem: 'the thumbnail cannot be read' }
  }
}

/** Publishes the item and returns null, or returns why the item must keep waiting. */
const release = async (tx: Db, { id }: LockedItem, { verdict }: Answer) => {
  if (await wasRemovedSince(tx, id)) return 'look_alike'
  const cause = await reasonToReview(tx, id, { isUnscreened: verdict === undefined, score: verdict?.score })
  if (cause) return cause
  // The upload keeps waiting if its owner has been blocked since.
  return (await publishScreened(tx, id)) ? null : 'not_screened'
}

/** A late response only affects items that wait for lack of a response. Other items keep their review cause. */
const apply = async (tx: Db, item: LockedItem, answer: Answer) => {
  const { id: mediaId, reviewCause } = item
  await lockUploaders(tx, [item.ownerId])
  if (answer.verdict) await saveScreening(tx, mediaId, { screening: answer.verdict })
  const isFirst = reviewCause === 'screening'
  if (!isFirst && !(reviewCause === 'not_screened' && answer.verdict)) return { isWaiting: true }
  const cause = await release(tx, item, answer)
  await saveScreening(tx, mediaId, { reviewCause: cause })
  const context = { mediaId, reason: answer.problem, isPublished: cause === null }
  if (isFirst && !answer.verdict) await recordAudit(tx, { event: 'UPLOAD_NOT_SCREENED', actor: 'system', context })
  return { isWaiting: cause !== null, cause }
}

/** Screens an upload. If the call fails, the `unscreened` setting decides. @throws {JobDelayed} to retry later */
export const screenUpload = async (deps: ScreeningDeps, mediaId: number, shutdown: AbortSignal) => {
  const upload = await findUnscreened(deps.db, mediaId)
  if (!upload) return
  const answer = await ask(deps, upload, shutdown)
  const applied = await withTx(deps, async (tx) => {
    await lockTakedownsShared(tx)
    const [item] = await lockItems(tx, [mediaId])
    return item?.status === 'waiting' ? apply(tx, item, answer) : undefined
  })
  const outcome = answer.verdict ? (applied?.cause === 'flagged' ? 'flagged' : 'passed') : 'failed'
  deps.metrics.screenings.inc({ outcome })
  if (answer.problem === undefined) return
  deps.log.warn({ mediaId, reason: answer.problem }, 'an upload was not screened')
  if (applied?.isWaiting) throw new JobDelayed(answer.problem)
}
