import { uploadMedia } from '@hotvote/shared/uploads'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { hashOf, requireSameUser, requireSession } from '../../http/guards.ts'
import { readUpload } from '../../http/upload.ts'
import { uploadSlots } from '../../http/upload-slots.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { addMedia } from './uploads.service.ts'

/** Fires when the caller has left. */
const disconnectSignal = (res: Response): AbortSignal => {
  const disconnected = new AbortController()
  res.once('close', () => disconnected.abort())
  return disconnected.signal
}

const KEY = /^[\x21-\x7e]{1,200}$/

/** By which an upload that is sent again is recognised. It contains the sender, so that equal keys of two senders differ. */
const uploadKeyOf = (req: Request, userId: number): Buffer | undefined => {
  const key = req.get('Idempotency-Key')
  if (key === undefined) return undefined
  if (!KEY.test(key)) throw new AppError('invalid_request', 'An Idempotency-Key has 1 to 200 characters and no space.')
  return hashOf(`${userId} ${key}`)
}

/** Who calls and how often is checked before the body is read. */
export const uploadRoutes = (deps: Deps): Router => {
  const router = Router()
  const inSlot = uploadSlots(deps.config)
  endpoint(router, uploadMedia, requireSession(deps), async (_input, { userId }, res) => {
    const { req } = res
    const uploadKey = uploadKeyOf(req, userId)
    const signal = disconnectSignal(res)
    return inSlot(req, async () => {
      await deps.rateLimit('upload', { session: String(userId), ...(req.ip && { address: req.ip }) })
      return withTempFolder(deps.tempDir, async (folder) => {
        const upload = await readUpload(req, res, folder)
        requireSameUser(userId, upload.userId)
        const given = { ownerId: userId, path: upload.path, name: upload.name, ...(uploadKey && { uploadKey }) }
        return addMedia(deps, given, signal)
      })
    })
  })
  return router
}
