import { join } from 'node:path'
import { pathId } from '@hotvote/shared/ids'
import { UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import type { Request, Response } from 'express'
import multer from 'multer'
import { AppError } from '../domain/errors.ts'
import { watchBody } from './upload-body.ts'
import { refusalOf } from './upload-refusal.ts'

/** The one file of a form, on disk. `name` is what the browser called it: hostile until cleaned. */
export type Upload = { userId: number; path: string; name: string }

/** The form has `userId` and `file` (`visitor.md §7`); everything else about it is small. */
const limits = {
  fileSize: UPLOAD_MAX_BYTES,
  files: 1,
  fields: 4,
  parts: 5,
  headerPairs: 20,
  fieldNameSize: 50,
  fieldSize: 100,
  fieldNestingDepth: 0,
  fieldArrayIndexLimit: 0,
}

const FILE = 'file'

const formIn = (folder: string) =>
  multer({
    limits,
    // Browsers send names in UTF-8 without saying so.
    defParamCharset: 'utf8',
    storage: multer.diskStorage({
      destination: (_req, _file, done) => done(null, folder),
      filename: (_req, _file, done) => done(null, FILE),
    }),
  }).single(FILE)

const readForm = (req: Request, res: Response, folder: string) =>
  new Promise<void>((done, fail) => {
    const stop = watchBody(req, fail)
    formIn(folder)(req, res, (failure?: unknown) => {
      stop()
      if (failure) fail(refusalOf(failure))
      else done()
    })
  })

/**
 * Reads the upload form into `folder`, which the caller removes afterwards. Never holds the file in memory. The end of a sender who
 * has left before that was told already: it would be waited for, and the slot held, for ever.
 * @throws AppError `too_large` (413), `unsupported_type` when the body is no form, `malformed_body` or `invalid_request`
 *   (400), `unavailable` when the disk takes no more
 */
export const readUpload = async (req: Request, res: Response, folder: string): Promise<Upload> => {
  if (!req.is('multipart/form-data')) throw new AppError('unsupported_type', 'Send the file as multipart/form-data.')
  if (req.destroyed) throw new AppError('malformed_body', 'The upload was broken off.')
  await readForm(req, res, folder)
  const userId = pathId.safeParse(req.body?.userId)
  if (!userId.success) throw new AppError('invalid_request', 'The form needs your userId.')
  if (!req.file) throw new AppError('invalid_request', 'The form needs a file.')
  return { userId: userId.data, path: join(folder, FILE), name: req.file.originalname }
}
