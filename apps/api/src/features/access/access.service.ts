import { counted } from '@hotvote/shared/counted'
import type { Access, ClosedParts } from '@hotvote/shared/visitor/access'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Request, RequestHandler } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, users } from '../../platform/db/schema/index.ts'
import { networkHash } from '../../platform/http/network.ts'
import { cachedFor } from '../../platform/http/probes.ts'
import { access } from '../settings/all-settings.ts'
import { readValues } from '../settings/settings.service.ts'
import { describeBan, readBannedNetworks, refuseBanned } from './bans.service.ts'

const toClosedParts = (values: Access): ClosedParts => {
  const site = values.isReadOnly ? values.readOnlyText : null
  return {
    uploads: site ?? (values.uploadsOpen ? null : values.uploadsText),
    voting: site ?? (values.votingOpen ? null : values.votingText),
    site,
  }
}

const readAll = async (db: Db) => ({
  closed: toClosedParts(await readValues(db, access)),
  networks: await readBannedNetworks(db),
})

const findBan = (networks: Awaited<ReturnType<typeof readBannedNetworks>>, { ip }: Request, secret: string) =>
  networks.size === 0 ? undefined : networks.get(networkHash(secret, ip)?.toString('hex') ?? '')

/** Texts about closed parts of the site. The visitor's network may be banned from some parts. */
export const readClosedParts = async ({ db, config }: Pick<Deps, 'db' | 'config'>, req: Request) => {
  const { closed, networks } = await readAll(db)
  const parts = findBan(networks, req, config.secret)?.parts ?? []
  return {
    uploads: closed.uploads ?? (parts.includes('upload') ? describeBan('upload') : null),
    voting: closed.voting ?? (parts.includes('vote') ? describeBan('vote') : null),
    site: closed.site,
  }
}

/** Includes deleted items, so deleting does not reset the limit. */
const recentUploads = ({ orm }: Db) =>
  orm.$count(media, and(eq(media.ownerId, users.id), gt(media.createdAt, sql`now() - interval '1 day'`)))

/** @throws {AppError} `too_many_requests` after the uploads of 24 hours */
export const requireUploadsLeft = async ({ db }: Pick<Deps, 'db'>, userId: number) => {
  const { unsavedUploads, savedUploads } = await readValues(db, access)
  if (unsavedUploads === 0 && savedUploads === 0) return
  const [user] = await db.orm
    .select({ isSaved: isNotNull(users.emailVerifiedAt).mapWith(Boolean), uploads: recentUploads(db) })
    .from(users)
    .where(eq(users.id, userId))
  const limit = user?.isSaved ? savedUploads : unsavedUploads
  if (limit > 0 && (user?.uploads ?? 0) >= limit)
    throw new AppError('too_many_requests', `You can upload ${counted(limit, 'file')} a day. Try again tomorrow.`)
}

/** Paths that accept writes on a closed site. Without a session, visitors could not even browse. */
const ALWAYS_OPEN = ['/session', '/auth/logout', '/client-errors', '/events']

const findPart = (path: string): 'upload' | 'vote' | 'report' | undefined => {
  if (path === '/media/upload') return 'upload'
  if (path === '/votes' || path.startsWith('/votes/')) return 'vote'
  return path.endsWith('/report') ? 'report' : undefined
}

const CLOSED_BY = { upload: 'uploads', vote: 'voting', report: 'site' } as const

/** Milliseconds. Cached, because every vote needs the result. */
const MAX_AGE = 1000

/** Rejects visitors' writes with 403 `closed` if the operator closed that part or banned the network. */
export const refuseClosed = ({ db, config }: Pick<Deps, 'db' | 'config'>): RequestHandler => {
  const read = cachedFor(MAX_AGE, () => readAll(db))
  return async (req, _res, next) => {
    const isWrite = req.method !== 'GET' && req.method !== 'HEAD'
    if (!isWrite || req.path.startsWith('/admin/') || ALWAYS_OPEN.includes(req.path)) return next()
    const { closed, networks } = await read()
    const part = findPart(req.path)
    const text = part ? closed[CLOSED_BY[part]] : closed.site
    if (text !== null) throw new AppError('closed', text)
    const banned = part && findBan(networks, req, config.secret)
    if (banned) await refuseBanned(db, banned, part)
    next()
  }
}
