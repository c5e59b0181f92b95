import { Readable } from 'node:stream'
import {
  deleteOwnAccount,
  deleteUserAccount,
  downloadOwnData,
  downloadUserData,
} from '@hotvote/shared/visitor/personal-data'
import { and, asc, eq, getTableColumns, gt, isNotNull, or, sql } from 'drizzle-orm'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { noSuchUser } from '../../domain/errors.ts'
import { mediaUrl } from '../../domain/media-urls.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, forLog } from '../../platform/db/client.ts'
import { takedowns, users } from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'
import { writeDownloadHead } from '../../platform/http/download-head.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  clearSessionCookie,
  limitedVisitor,
  noSession,
  operator,
  requireSameUser,
  requireSession,
} from '../../platform/http/guards.ts'
import { clearReported } from '../../platform/http/reported-cookie.ts'
import { sendBody } from '../../platform/http/send-body.ts'
import { listCounterNotices } from '../moderation/counter-notices.service.ts'
import { deleteAccount, eraseOwnAccount } from './account-deletion.service.ts'
import { PERSONAL_TABLES, type PersonalRows, PROFILE_COLUMNS } from './personal-tables.ts'

const BATCH = 1000

const findStoredProfile = async (db: Db, userId: number) => {
  const isIt = isPresentUser(userId)
  const [row] = await db.orm.select(PROFILE_COLUMNS).from(users).where(isIt)
  return row
}

const findEmail = (db: Db, userId: number) =>
  db.orm
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))

/** Reads in batches, not in a single snapshot. Omits the key, which may be the hash of a secret. */
async function* rowsOf(db: Db, { table, owner, address, key, columns }: PersonalRows, userId: number) {
  const isTheirs = or(eq(owner, userId), address && sql`lower(${address}) = ${findEmail(db, userId)}`)
  let after: unknown
  for (;;) {
    const isNext = and(isTheirs, after === undefined ? undefined : gt(key, after))
    const found = await db.orm
      .select({ ...columns, rowKey: key })
      .from(table)
      .where(isNext)
      .orderBy(asc(key))
      .limit(BATCH)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.rowKey
    yield found.map(({ rowKey: _key, ...row }): Record<string, unknown> => row)
  }
}

const { adminNotes, host, ...FILED } = getTableColumns(takedowns)
const MEDIA_IDS = sql<number[]>`(SELECT coalesce(jsonb_agg(media_id ORDER BY position), '[]')
  FROM takedown_items WHERE takedown_id = takedowns.id AND removed_item IS NULL)`

/** Finds claims by the account's confirmed address, because claims don't name accounts. */
async function* takedownsFiledBy(db: Db, userId: number) {
  const address = findEmail(db, userId)
  for (let after = 0; ; ) {
    const found = await db.orm
      .select({ ...FILED, mediaIds: MEDIA_IDS })
      .from(takedowns)
      .where(and(gt(takedowns.id, after), sql`lower(${takedowns.complainantEmail}) = ${address}`))
      .orderBy(asc(takedowns.id))
      .limit(BATCH)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
    yield found
  }
}

async function* counterNoticesFiledBy(db: Db, userId: number) {
  const found = await listCounterNotices(db, userId)
  if (found.length > 0) yield found
}

type DownloadDeps = Pick<Deps, 'db' | 'config' | 'log'>
type Profile = NonNullable<Awaited<ReturnType<typeof findStoredProfile>>>
type Row = Record<string, unknown>

const FILES = {
  originalKey: 'original',
  displayKey: 'display',
  mediumKey: 'medium',
  smallKey: 'small',
  thumbKey: 'thumbnail',
  shareKey: 'share',
} as const

const withLinks = ({ config }: DownloadDeps, row: Row): Row => {
  const files: Row = {}
  for (const [column, name] of Object.entries(FILES))
    if (typeof row[column] === 'string' && row.status !== 'trashed')
      files[name] = new URL(mediaUrl(config, row[column]), config.publicUrl).href
  const facts = Object.fromEntries(Object.entries(row).filter(([column]) => !(column in FILES)))
  return { ...facts, files }
}

const listTables = (deps: DownloadDeps, userId: number): [name: string, batches: AsyncGenerator<Row[]>][] => [
  ...Object.entries(PERSONAL_TABLES).flatMap(([name, rows]): [string, AsyncGenerator<Row[]>][] =>
    'untold' in rows ? [] : [[name, rowsOf(deps.db, rows, userId)]],
  ),
  ['takedowns', takedownsFiledBy(deps.db, userId)],
  ['counterNotices', counterNoticesFiledBy(deps.db, userId)],
]

/** Streams the JSON in pieces, in constant memory. */
async function* makeFile(deps: DownloadDeps, profile: Profile) {
  const about = { site: deps.config.publicUrl, writtenAt: new Date(), profile }
  yield JSON.stringify(about, null, 2).replace(/\n}$/, '')
  for (const [name, batches] of listTables(deps, profile.id)) {
    let before = `,\n  ${JSON.stringify(name)}: [`
    for await (const rows of batches) {
      const entries = rows.map((row) => JSON.stringify(name === 'media' ? withLinks(deps, row) : row))
      yield `${before}\n    ${entries.join(',\n    ')}`
      before = ','
    }
    yield before === ',' ? '\n  ]' : `${before}]`
  }
  yield '\n}\n'
}

const sendData = async (
  deps: DownloadDeps,
  userId: number,
  { res, beforeSending }: { res: Response; beforeSending?: () => Promise<void> },
): Promise<boolean> => {
  const profile = await findStoredProfile(deps.db, userId)
  if (!profile) return false
  await beforeSending?.()
  writeDownloadHead(res, {
    type: 'application/json; charset=utf-8',
    nameOn: (day) => `personal-data-${userId}-${day}.json`,
  })
  const failure = await sendBody(res, Readable.from(makeFile(deps, profile)))
  if (failure) deps.log.error({ userId, ...forLog(failure) }, 'download of personal data failed')
  return true
}

export const personalDataRoutes = (deps: Deps): Router => {
  const router = Router()
  const known = requireSession(deps)
  const reader = limitedVisitor(deps, 'personalData', known)
  const leaver = limitedVisitor(deps, 'profile', known)

  endpoint(router, downloadOwnData, reader, async ({ params }, { userId }, res) => {
    requireSameUser(userId, params.userId)
    if (!(await sendData(deps, userId, { res }))) throw noSession()
    return undefined
  })
  endpoint(router, deleteOwnAccount, leaver, async ({ params }, { userId }, res) => {
    requireSameUser(userId, params.userId)
    await eraseOwnAccount(deps, userId, res.locals.requestId)
    clearSessionCookie(res, deps.config)
    clearReported(res, deps.config)
    return undefined
  })
  endpoint(router, downloadUserData, operator, async ({ params: { userId } }, caller, res) => {
    const beforeSending = () =>
      recordOperator(deps.db, caller, { event: 'PERSONAL_DATA_EXPORTED', context: { userId } })
    if (!(await sendData(deps, userId, { res, beforeSending }))) throw noSuchUser()
    return undefined
  })
  endpoint(router, deleteUserAccount, operator, ({ params, query }, caller) =>
    deleteAccount(deps, { ...params, createdAt: query.createdAt, isBarred: query.neverAgain === 'true' }, caller),
  )
  return router
}
