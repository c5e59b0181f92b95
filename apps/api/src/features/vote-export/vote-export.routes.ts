import { exportVotes } from '@hotvote/shared/operator/votes'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { Accepted, endpoint } from '../../platform/http/endpoint.ts'
import { operatorWithPreference } from '../../platform/http/guards.ts'
import { sendStored } from '../../platform/http/send-body.ts'
import { readExport, startExport } from './vote-export.service.ts'

/** See `admin.md §7`. */
export const voteExportRoutes = (deps: Deps): Router => {
  const router = Router()
  const send = async (res: Response, operationId: number): Promise<undefined> => {
    const content = await readExport(deps, operationId)
    if (!content) throw new AppError('not_found', 'This export has expired. Start it again.')
    const { object, body } = content
    const day = new Date().toISOString().slice(0, 10)
    const name = `votes_export_${day}.xlsx`
    const headers = {
      'Content-Type': object.contentType,
      'Content-Length': object.size,
      'Content-Disposition': `attachment; filename="${name}"`,
    }
    return sendStored(res, body, { status: 200, headers })
  }

  endpoint(router, exportVotes, operatorWithPreference, async ({ query }, caller, res) => {
    if (query.operation !== undefined) return send(res, query.operation)
    const done = await startExport(deps, caller)
    if (done instanceof Accepted) return done
    if (done.bytes === 0) throw new AppError('conflict', 'This export was stopped.')
    return send(res, done.operation)
  })
  return router
}
