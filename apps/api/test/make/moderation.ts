import type { LookAlike, QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { SetAside, VotersMoved } from '@hotvote/shared/operator/vote-review'
import type { ReportReason } from '@hotvote/shared/visitor/reports'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/client.ts'
import { createTasks } from '../../src/tasks.ts'
import { call, expectError, type QuickVisitor, quickVisitor, visitorFrom } from '../app/call.ts'
import { queryCount } from '../app/database.ts'
import { JOBS } from '../app/job-table.ts'
import { operatorCall } from '../app/operator.ts'
import { SOON } from '../app/soon.ts'
import type { TestApp } from '../app/test-app.ts'
import { newItems } from './items.ts'
import { noise } from './pictures.ts'
import { filePart, renditionsMade, upload } from './upload.ts'

/** Simulates the end of the trash period for all trashed items. */
export const afterTrashDays = async ({ deps }: TestApp) => {
  await deps.db.query({
    text: `UPDATE media SET trashed_at = trashed_at - interval '7 days' WHERE status = 'trashed'`,
  })
  await createTasks(deps)['empty-trash']({}, new AbortController().signal)
}

export const setAsides = (app: TestApp) => ({
  setAside: (body: unknown) => operatorCall<VotersMoved>(app, 'POST /api/admin/set-votes-aside', body),
  countAgain: (setAsideId: number | undefined) =>
    operatorCall<VotersMoved>(app, 'POST /api/admin/count-votes-again', { setAsideId }),
  newest: async () => (await operatorCall<SetAside[]>(app, 'GET /api/admin/set-asides')).body[0],
  totals: async (mediaId: number) => {
    const text = 'SELECT hot_votes AS hot, not_votes AS "not" FROM media WHERE id = $1'
    const [row] = await app.deps.db.query<{ hot: number; not: number }>({ text }, [mediaId])
    return [row?.hot, row?.not]
  },
  /** Moves the user's votes `days` into the past. */
  castEarlier: (userId: number, days: number) =>
    app.deps.db.query(
      { text: `UPDATE votes SET created_at = created_at - make_interval(days => $2::int) WHERE user_id = $1` },
      [userId, days],
    ),
})

/** Typed as non-empty for destructuring. */
type Items = [number]

const HOLD = `
WITH held AS (UPDATE media SET status = 'waiting', position = NULL WHERE id = ANY ($1::bigint[]) RETURNING id, owner_id),
less AS (UPDATE users SET uploads = uploads - cardinality($1::bigint[]) WHERE id IN (SELECT owner_id FROM held))
INSERT INTO look_alikes (media_id) SELECT id FROM held`

export const newLookAlikes = async (app: TestApp, ownerId: number, count: number) => {
  const ids = (await newItems(app, ownerId, count)) as Items
  await app.deps.db.query({ text: HOLD }, [ids])
  return ids
}

/** Oldest first. */
export const listLookAlikes = async (site: Parameters<typeof operatorCall>[0]): Promise<LookAlike[]> => {
  const { body } = await operatorCall<QueueEntry[]>(site, 'GET /api/admin/queue?limit=100')
  return body.flatMap((entry) => (entry.kind === 'look_alike' ? entry.lookAlike : []))
}

export const newReported = async (app: TestApp, ownerId: number, count: number) => {
  const ids = (await newItems(app, ownerId, count)) as Items
  const report = 'INSERT INTO reported_media (media_id, is_urgent) SELECT unnest($1::bigint[]), false'
  await app.deps.db.query({ text: report }, [ids])
  return ids
}

const TRASH = `
WITH trashed AS (
  UPDATE media SET status = 'trashed', position = NULL, trashed_at = now(), trashed_by = 'operator' WHERE id = ANY ($1::bigint[])
  RETURNING owner_id)
UPDATE users SET uploads = uploads - cardinality($1::bigint[]) WHERE id IN (SELECT owner_id FROM trashed)`

/** Creates items that the operator moved to the trash. */
export const newTrashed = async (app: TestApp, ownerId: number, count: number) => {
  const ids = (await newItems(app, ownerId, count)) as Items
  await app.deps.db.query({ text: TRASH }, [ids])
  return ids
}

/** Creates entries for removed items. Entry ids differ from item ids. */
export const newRemoved = async ({ deps }: TestApp, ownerId: number, count: number) => {
  const text = `
INSERT INTO taken_down_media (cause, owner_id, is_upheld) SELECT 'deleted', $1, true FROM generate_series(1, $2) RETURNING id::int`
  const rows = await deps.db.query<{ id: number }>({ text }, [ownerId, count])
  return rows.map(({ id }) => id) as Items
}

type Reporter = Pick<QuickVisitor, 'id' | 'cookie'> & Partial<Pick<QuickVisitor, 'headers'>>

/** Needs a site behind a proxy. */
export const reportsOn = (app: TestApp) => {
  let networks = 0
  const fromElsewhere = () => visitorFrom(app, `10.0.${++networks}.1`)
  const report = ({ id, cookie, headers = {} }: Reporter, item: number, reason: ReportReason = 'spam') =>
    call(app, `POST /api/media/${item}/report`, { cookie, headers, body: { userId: id, reason } })
  return {
    fromElsewhere,
    report,
    reported: async (item: number, times: number, reason: ReportReason = 'spam') => {
      for (let n = 0; n < times; n += 1) expect((await report(await fromElsewhere(), item, reason)).status).toBe(204)
    },
    decide: (item: number, decision: string) => operatorCall(app, `POST /api/admin/reports/${item}`, { decision }),
    isShown: async (item: number) =>
      (await queryCount(app.deps.db, 'SELECT count(position) FROM media WHERE id = $1', [item])) === 1,
    /** Returns undefined if the item is not in the review queue. */
    queued: async (item: number) => {
      const { body } = await operatorCall<QueueEntry[]>(app, 'GET /api/admin/queue?limit=100')
      return body.find(({ key }) => key === `report:${item}`)
    },
  }
}

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
      await expect.poll(() => queryCount(app.deps.db, left), SOON).toBe(0)
    },
    expectRefused: async (bytes: Buffer, by: QuickVisitor = owner) => {
      const reply = await upload(app, by, filePart(bytes, 'other-name.jpg'))
      expectError(reply, 451, 'taken_down')
      expect(reply.text).toContain(REFUSED)
    },
  }
}

type Target = { baseUrl: string; deps: { db: Pick<Db, 'query'> } }

export const aClaim = (changes: object = {}) => ({
  complainantName: 'Ada Example',
  complainantEmail: 'ada@example.com',
  complainantAddress: '1 Example Street\nExampleton',
  complainantPhone: '+44 20 1234',
  copyrightOwner: 'Example Pictures Ltd',
  workDescription: 'The photo of a lighthouse in my portfolio',
  infringementDescription: 'A copy without permission',
  infringingUrls: JSON.stringify(['https://elsewhere.example/1', 'https://elsewhere.example/2']),
  goodFaithStatement: true,
  accuracyStatement: true,
  electronicSignature: 'Ada Example',
  ...changes,
})

/** Files takedown requests without rate limits. */
export const complainant = (app: Target) => {
  const forgetCalls = () => app.deps.db.query({ text: 'DELETE FROM rate_limits' })
  return {
    forgetCalls,
    file: async (changes: object = {}, headers?: Record<string, string>) => {
      await forgetCalls()
      const body = aClaim(changes)
      return call<{ id: number; status: string }>(app, 'POST /api/dmca-takedown', { body, headers })
    },
    /** `media_id` is null after deletion. */
    readRow: async (id: number) => {
      const text = `
SELECT t.*, media.id AS media_id, removed_item, removed_picture
FROM takedowns t LEFT JOIN takedown_items item ON item.takedown_id = t.id AND item.position = 0
LEFT JOIN media ON media.id = item.media_id AND removed_item IS NULL WHERE t.id = $1`
      const [row] = await app.deps.db.query<Record<string, unknown>>({ text }, [id])
      return row
    },
  }
}
