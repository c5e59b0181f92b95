import { randomBytes } from 'node:crypto'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { ReportReason } from '@hotvote/shared/visitor/reports'
import type { Session } from '@hotvote/shared/visitor/sessions'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import { type MadeFile, photo } from './made-media.ts'

const ok = async <Body>(answer: APIResponse): Promise<Body> => {
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Another visitor, acting over HTTP with their own session and cookie. */
export const openVisitor = async (http: APIRequestContext) => {
  const sessionId = randomBytes(24).toString('base64url')
  const { id, username } = await ok<Session>(await http.post('/api/session', { data: { sessionId, username: '' } }))
  const upload = async (file: MadeFile) =>
    ok<UploadedMedia>(await http.post('/api/media/upload', { multipart: { userId: String(id), file } }))
  return {
    id,
    username,
    upload,
    /** `count` photos of different colours and shapes. */
    async uploadPhotos(count: number) {
      const made: UploadedMedia[] = []
      for (let n = 1; n <= count; n++)
        made.push(await upload(await photo(`photo-${n}.jpg`, { width: 240 + 40 * n, height: 320 }, n * 47)))
      return made
    },
    async vote(mediaId: number, isHot: boolean) {
      await ok(await http.post('/api/votes', { data: { userId: id, mediaId, isHot } }))
    },
    async report(mediaId: number, reason: ReportReason) {
      const answer = await http.post(`/api/media/${mediaId}/report`, { data: { userId: id, reason } })
      expect(answer.status()).toBe(204)
    },
    /** The next item to rate, or undefined when none is left. */
    async next() {
      const answer = await http.get(`/api/media/random/${id}`)
      return answer.status() === 404 ? undefined : ok<RatingItem>(answer)
    },
  }
}
export type OtherVisitor = Awaited<ReturnType<typeof openVisitor>>
