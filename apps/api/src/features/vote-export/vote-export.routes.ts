import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { exportVotes } from '@hotvote/shared/vote-export'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { writeDownloadHead } from '../../http/download-head.ts'
import { Accepted, endpoint } from '../../http/endpoint.ts'
import { operatorWithPreference } from '../../http/guards.ts'
import { sendBody } from '../../http/send-body.ts'
import { finishedExport, startExport } from './vote-export.service.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const nameOn = (day: string) => `votes_export_${day}.xlsx`

const sendWorkbook = async (res: Response, path: string) => {
  const { size } = await stat(path)
  writeDownloadHead(res, { type: TYPE, size, nameOn })
  await sendBody(res, createReadStream(path))
}

/** Every vote as a spreadsheet (`admin.md §7`). */
export const voteExportRoutes = (deps: Deps): Router => {
  const router = Router()
  const send = async (res: Response, operationId: number): Promise<undefined> => {
    const path = finishedExport(deps, operationId)
    if (path === undefined) throw new AppError('not_found', 'This export is no longer kept. Please start it again.')
    await sendWorkbook(res, path)
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
