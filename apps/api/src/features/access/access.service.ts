import { counted } from '@hotvote/shared/counted'
import type { Access, ClosedParts } from '@hotvote/shared/visitor/access'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { cachedFor } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, users } from '../../platform/db/schema/index.ts'
import { networkHash } from '../../platform/http/network.ts'
import { readAccess } from '../settings/settings.service.ts'
import { describeBan, readBannedNetworks, refuseBanned } from './bans.service.ts'

const toClosedParts = (values: Access): ClosedParts => {
  const site = values.isReadOnly ? values.readOnlyText : null
  return {
    uploads: site ?? (values.uploadsOpen ? null : values.uploadsText),
    voting: site ?? (values.votingOpen ? null : values.votingText),
    site,
  }
}

const readAll = async (db: Db) => {
  const access = await readAccess(db)
  return { closed: toClosedParts(access), networks: await readBannedNetworks(db), asksProof: access.asksProof }
}

const findBan = (networks: Awaited<ReturnType<typeof readBannedNetworks>>, ip: string | undefined, secret: string) =>
  networks.size === 0 ? undefined : networks.get(networkHash(secret, ip)?.toString('hex') ?? '')

/** Returns messages for the closed parts of the site and for parts closed to the visitor's network. */
export const readClosedParts = async ({ db, config }: Pick<Deps, 'db' | 'config'>, ip: string | undefined) => {
  const { closed, networks } = await readAll(db)
  const parts = findBan(networks, ip, config.secret)?.parts ?? []
  return {
    uploads: closed.uploads ?? (parts.includes('upload') ? describeBan('upload') : null),
    voting: closed.voting ?? (parts.includes('vote') ? describeBan('vote') : null),
    site: closed.site,
  }
}

/** Includes deleted items, so deleting an upload doesn't reset the limit. */
const recentUploads = ({ orm }: Db) =>
  orm.$count(media, and(eq(media.ownerId, users.id), gt(media.createdAt, sql`now() - interval '1 day'`)))

/** @throws {AppError} `too_many_requests` if the user has reached the 24-hour upload limit */
export const requireUploadsLeft = async ({ db }: Pick<Deps, 'db'>, userId: number) => {
  const { unsavedUploads, savedUploads } = await readAccess(db)
  if (unsavedUploads === 0 && savedUploads === 0) return
  const [user] = await db.orm
    .select({ isSaved: isNotNull(users.emailVerifiedAt).mapWith(Boolean), uploads: recentUploads(db) })
    .from(users)
    .where(eq(users.id, userId))
  const limit = user?.isSaved ? savedUploads : unsavedUploads
  if (limit > 0 && (user?.uploads ?? 0) >= limit)
    throw new AppError('too_many_requests', `You can upload ${counted(limit, 'file')} a day. Try again tomorrow.`)
}

/** Express ignores case and a trailing slash when it matches routes. */
const normalize = (path: string) => path.toLowerCase().replace(/\/$/, '')

/** Paths that accept writes even on a closed site. Visitors need a session to browse. */
const ALWAYS_OPEN = ['/session', '/auth/logout', '/client-errors', '/events']

const findPart = (path: string): 'upload' | 'vote' | 'report' | undefined => {
  if (path === '/media/upload') return 'upload'
  if (path === '/votes' || path.startsWith('/votes/')) return 'vote'
  return path.endsWith('/report') ? 'report' : undefined
}

const CLOSED_BY = { upload: 'uploads', vote: 'voting', report: 'site' } as const

/** Cache lifetime in milliseconds, because every vote needs this data. */
const MAX_AGE = 1000

type Write = { path: string; ip: string | undefined }

/**
 * Checks whether a visitor may write.
 * @returns true if new visitors need a proof of work
 * @throws {AppError} `closed` if the operator closed that part of the site or banned the network
 */
export const openWriteCheck = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const read = cachedFor(MAX_AGE, () => readAll(db))
  return async ({ path: requested, ip }: Write): Promise<boolean> => {
    const path = normalize(requested)
    if (path.startsWith('/admin/') || ALWAYS_OPEN.includes(path)) return false
    const { closed, networks, asksProof } = await read()
    const part = findPart(path)
    const text = part ? closed[CLOSED_BY[part]] : closed.site
    if (text !== null) throw new AppError('closed', text)
    const banned = part && findBan(networks, ip, config.secret)
    if (banned) await refuseBanned(db, banned, part)
    return asksProof
  }
}
