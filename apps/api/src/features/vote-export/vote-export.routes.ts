import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ExportResult, exportVotes } from '@hotvote/shared/vote-export'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { writeDownloadHead } from '../../http/download-head.ts'
import { Accepted, endpoint } from '../../http/endpoint.ts'
import { operatorWithPreference } from '../../http/guards.ts'
import { sendBody } from '../../http/send-body.ts'
import { readGrowingFile } from './growing-file.ts'
import { finishedExport, startExport } from './vote-export.service.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const nameOn = (day: string) => `votes_export_${day}.xlsx`

const sendWorkbook = async (res: Response, path: string) => {
  const { size } = await stat(path)
  writeDownloadHead(res, { type: TYPE, size, nameOn })
  await sendBody(res, createReadStream(path))
}

const refuseStopped = (answer: ExportResult | Accepted) => {
  if (!(answer instanceof Accepted) && answer.bytes === 0) throw new AppError('conflict', 'This export was stopped.')
}

/** Milliseconds that a call waits for the end: proxies and people give up on an answer that does not begin. */
const PATIENCE = 1000

/** A failure from now on can only cut the connection. */
const sendGrowing = async (res: Response, path: string, complete: Promise<void>): Promise<undefined> => {
  const bytes = Readable.from(readGrowingFile(path, complete))
  // A failure before the first byte is still an answer of its own.
  await once(bytes, 'readable')
  writeDownloadHead(res, { type: TYPE, nameOn })
  await sendBody(res, bytes)
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
    const begun = Promise.withResolvers<string>()
    const answer = startExport(deps, caller, begun.resolve)
    const complete = answer.then(refuseStopped)
    const isShort = await Promise.race([complete.then(() => true), pause(PATIENCE, false, { ref: false })])
    if (!isShort) return sendGrowing(res, await Promise.race([begun.promise, complete.then(() => '')]), complete)
    const done = await answer
    return done instanceof Accepted ? done : send(res, done.operation)
  })
  return router
}
