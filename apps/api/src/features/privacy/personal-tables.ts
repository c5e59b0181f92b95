import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as schema from '../../platform/db/schema/index.ts'
import {
  capturedEmails,
  endedSessions,
  exchangeCodes,
  loginTokens,
  media,
  reports,
  sessions,
  takenDownMedia,
  users,
  views,
  votes,
} from '../../platform/db/schema/index.ts'

/** Rows in the user's data download. Hashes and secrets are omitted, because they would only help a thief. */
export type PersonalRows = {
  table: PgTable
  owner: PgColumn
  address?: PgColumn
  key: PgColumn
  columns: Record<string, PgColumn>
}

type Untold = { untold: string }

type Schema = typeof schema
/** Type checking fails if a new table refers to users and is not listed in this file. */
type PersonalTable = {
  [Name in keyof Schema]: Schema[Name] extends { userId: PgColumn } | { ownerId: PgColumn } ? Name : never
}[keyof Schema]

const { ownerId, placeholder, uploadKey, position, ...columns } = getTableColumns(media)
const { sha256, storedSha256, renditionsSha256, perceptualHash, centerHash, pictureHashes, ...OF_UPLOAD } = columns
// Omit set-asides, so that people who run voting scripts don't learn of them (docs/decisions/032).
const { ratedThrough, deletedAt, isLibrary, isSetAside, setAsideId, ...OF_USER } = getTableColumns(users)

export const PROFILE_COLUMNS = OF_USER

export const PERSONAL_TABLES: Record<PersonalTable, PersonalRows | Untold> = {
  sessions: {
    table: sessions,
    owner: sessions.userId,
    key: sessions.tokenHash,
    columns: { createdAt: sessions.createdAt, seenAt: sessions.seenAt, expiresAt: sessions.expiresAt },
  },
  endedSessions: {
    table: endedSessions,
    owner: endedSessions.userId,
    key: endedSessions.tokenHash,
    columns: { createdAt: endedSessions.createdAt, expiresAt: endedSessions.expiresAt },
  },
  loginTokens: {
    table: loginTokens,
    owner: loginTokens.userId,
    key: loginTokens.tokenHash,
    columns: {
      purpose: loginTokens.purpose,
      email: loginTokens.email,
      createdAt: loginTokens.createdAt,
      expiresAt: loginTokens.expiresAt,
      usedAt: loginTokens.usedAt,
    },
  },
  exchangeCodes: {
    table: exchangeCodes,
    owner: exchangeCodes.userId,
    key: exchangeCodes.codeHash,
    columns: { createdAt: exchangeCodes.createdAt, expiresAt: exchangeCodes.expiresAt },
  },
  capturedEmails: {
    table: capturedEmails,
    owner: capturedEmails.userId,
    address: capturedEmails.email,
    key: capturedEmails.id,
    columns: { email: capturedEmails.email, createdAt: capturedEmails.createdAt },
  },
  media: { table: media, owner: media.ownerId, key: media.id, columns: OF_UPLOAD },
  votes: {
    table: votes,
    owner: votes.userId,
    key: votes.mediaId,
    columns: { mediaId: votes.mediaId, isHot: votes.isHot, createdAt: votes.createdAt },
  },
  views: {
    table: views,
    owner: views.userId,
    key: views.mediaId,
    columns: { mediaId: views.mediaId, createdAt: views.createdAt },
  },
  reports: {
    table: reports,
    owner: reports.userId,
    key: reports.id,
    columns: { mediaId: reports.mediaId, reason: reports.reason, createdAt: reports.createdAt },
  },
  takenDownMedia: {
    table: takenDownMedia,
    owner: takenDownMedia.ownerId,
    key: takenDownMedia.id,
    columns: {
      mediaId: takenDownMedia.mediaId,
      originalName: takenDownMedia.originalName,
      isUpheld: takenDownMedia.isUpheld,
      createdAt: takenDownMedia.createdAt,
    },
  },
  setAsides: { untold: 'Whoever votes by a script must not learn that it was noticed (docs/decisions/032).' },
}
