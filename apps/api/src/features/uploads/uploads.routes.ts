import { uploadMedia } from '@hotvote/shared/uploads'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { mustBe, requireSession } from '../../http/guards.ts'
import { readUpload } from '../../http/upload.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { addMedia } from './uploads.service.ts'

/** Fires when the caller has left. */
const leaving = (res: Response): AbortSignal => {
  const left = new AbortController()
  res.once('close', () => left.abort())
  return left.signal
}

/** Who calls and how often is checked before the body is read. */
export const uploadRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, uploadMedia, requireSession(deps), async (_input, { userId }, res) => {
    const { req } = res
    await deps.rateLimit('upload', { session: String(userId), ...(req.ip && { address: req.ip }) })
    const signal = leaving(res)
    return withTempFolder(deps.tempDir, async (folder) => {
      const upload = await readUpload(req, res, folder)
      mustBe(userId, upload.userId)
      return addMedia(deps, { ownerId: userId, path: upload.path, name: upload.name }, signal)
    })
  })
  return router
}
