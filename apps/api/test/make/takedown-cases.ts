import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { expect } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../app/call.ts'
import { countOf } from '../app/counts.ts'
import { JOBS } from '../app/job-table.ts'
import { operatorCall } from '../app/operator.ts'
import { SOON } from '../app/soon.ts'
import type { TestApp } from '../app/test-app.ts'
import { complainant } from './claims.ts'
import { noise } from './pictures.ts'
import { renditionsMade } from './renditions.ts'
import { afterTrashDays } from './trash.ts'
import { filePart, upload } from './upload.ts'

const REFUSED = 'This was taken down after a copyright claim and cannot be uploaded again.'

let seed = 0
/** Unique within the test file. */
export const newPicture = () => noise(64, 48, ++seed)

/** The app needs a worker. */
export const takedownCases = async (app: TestApp) => {
  const owner = await quickVisitor(app)
  const claim = complainant(app)
  const uploaded = async (bytes: Buffer, by: QuickVisitor = owner) => {
    const reply = await upload(app, by, filePart(bytes))
    expect(reply.status, reply.text).toBe(201)
    await renditionsMade(app)
    return reply.body
  }
  const claimAbout = async ({ id }: Pick<UploadedMedia, 'id'>, changes: object = {}) =>
    (await claim.file({ mediaId: id, ...changes })).body.id
  const decide = async (id: number, body: object) => {
    const reply = await operatorCall(app, `PATCH /api/admin/dmca-takedowns/${id}`, body)
    expect(reply.status, reply.text).toBe(200)
  }
  return {
    owner,
    uploaded,
    claimAbout,
    decide,
    takeDown: async (item: UploadedMedia, changes?: object) => {
      const id = await claimAbout(item, changes)
      await decide(id, { status: 'resolved', removeMedia: true })
      return id
    },
    deleteOwn: async ({ id }: UploadedMedia) => {
      const gone = await call(app, `DELETE /api/media/${id}?userId=${owner.id}`, { cookie: owner.cookie })
      expect(gone.status).toBe(204)
    },
    untilErased: async () => {
      await afterTrashDays(app)
      const left = `
        SELECT (SELECT count(*) FROM ${JOBS} WHERE task IN ('delete-files', 'read-removed', 'erase-media')
            AND due_at < now() + interval '10 minutes')
          + (SELECT count(*) FROM media WHERE status = 'deleted') AS count`
      await expect.poll(() => countOf(app.deps.db, left), SOON).toBe(0)
    },
    expectRefused: async (bytes: Buffer, by: QuickVisitor = owner) => {
      const reply = await upload(app, by, filePart(bytes, 'other-name.jpg'))
      expectError(reply, 451, 'taken_down')
      expect(reply.text).toContain(REFUSED)
    },
  }
}
