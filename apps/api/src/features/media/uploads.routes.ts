import { PROOF_HEADER } from '@hotvote/shared/contract'
import { idempotencyKey, uploadMedia } from '@hotvote/shared/visitor/uploads'
import { type Request, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { toAppError } from '../../platform/http/errors.ts'
import { disconnectSignal, hashText, requireSameUser, requireUnblocked } from '../../platform/http/guards.ts'
import { getNetwork } from '../../platform/http/network.ts'
import { readUpload, uploadSlots } from '../../platform/http/upload.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { requireUploadsLeft } from '../access/access.service.ts'
import { requireProof } from '../access/proof.service.ts'
import { addMedia } from './uploads.service.ts'

/** Identifies retries of an upload. Includes the user, because another user may choose an identical key. */
const readUploadKey = (req: Request, userId: number): Buffer | undefined => {
  const key = req.get('Idempotency-Key')
  if (key === undefined) return undefined
  if (idempotencyKey.safeParse(key).success) return hashText(`${userId} ${key}`)
  throw new AppError('invalid_request', 'An Idempotency-Key has 1 to 200 characters and no space.')
}

const counted = async <T>({ metrics }: Pick<Deps, 'metrics'>, work: () => Promise<T>): Promise<T> => {
  try {
    const uploaded = await work()
    metrics.uploads.inc({ outcome: 'accepted' })
    return uploaded
  } catch (failure) {
    metrics.uploads.inc({ outcome: toAppError(failure).code })
    throw failure
  }
}

export const uploadRoutes = (deps: Deps): Router => {
  const router = Router()
  const inSlot = uploadSlots(deps.config)
  endpoint(router, uploadMedia, requireUnblocked(deps), async (_input, { userId }, res) => {
    const { req } = res
    if (res.locals.asksProof) await requireProof(deps, userId, req.get(PROOF_HEADER))
    const uploadKey = readUploadKey(req, userId)
    const turn = { network: getNetwork(req.ip ?? ''), signal: disconnectSignal(res) }
    const upload = async () => {
      await requireUploadsLeft(deps, userId)
      await deps.rateLimit('upload', { session: String(userId), address: req.ip })
      return withTempFolder(deps.tempDir, async (folder) => {
        const read = await readUpload(req, res, folder)
        requireSameUser(userId, read.userId)
        const given = {
          ownerId: userId,
          path: read.path,
          name: read.name,
          isReviewed: true,
          ...(uploadKey && { uploadKey }),
        }
        return addMedia(deps, given, turn)
      })
    }
    return counted(deps, () => inSlot(req, upload))
  })
  return router
}
