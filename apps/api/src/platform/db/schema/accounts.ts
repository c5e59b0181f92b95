import { LINK_MINUTES } from '@hotvote/shared/limits'
import { operatorRoles } from '@hotvote/shared/operator/operators'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, createdAt, expiresAfter, identity } from './columns.ts'
import { ofUser, users } from './users.ts'

/** The `ADMIN_USERNAME` operator has a row without a password, for the second factor (docs/decisions/039). */
export const operators = pgTable(
  'operators',
  {
    id: identity(),
    name: text().notNull(),
    role: text({ enum: operatorRoles }).notNull(),
    passwordHash: text('password_hash'),
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    /** Encrypted. Null while the second factor is off. */
    sealedSecret: text('sealed_secret'),
    /** Time step of the last used code, so no code works twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    recoveryHashes: text('recovery_hashes').array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('operators_name_key').on(sql`lower(${t.name})`),
    check('operators_role', sql`${t.role} in ('moderator', 'admin')`),
  ],
)

/** Operator sessions. The token, name and password are stored only as hashes. */
export const operatorLogins = pgTable(
  'operator_logins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Keyed hash of the name and password, so changing the password ends all logins. */
    credentialHash: bytea('credential_hash').notNull(),
    operatorId: bigint('operator_id', { mode: 'number' })
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('operator_logins_used_at').on(t.usedAt), index('operator_logins_operator_id').on(t.operatorId)],
)

/** PostgreSQL interval. Changing the value requires a migration, because a column default contains it. */
const LINK_LIFETIME = `${LINK_MINUTES} minutes`

/** Links emailed to save an account (`save`) or to log in (`login`). Only token hashes are stored. */
export const loginTokens = pgTable(
  'login_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: ofUser(),
    purpose: text({ enum: ['save', 'login'] }).notNull(),
    email: text().notNull(),
    /** Hash of a cookie in the browser that requested the link, where the link needs no confirmation. */
    nonceHash: bytea('nonce_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: expiresAfter(LINK_LIFETIME),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (t) => [
    index('login_tokens_user_id').on(t.userId),
    index('login_tokens_expires_at').on(t.expiresAt),
    check('login_tokens_purpose', sql`${t.purpose} in ('save', 'login')`),
    check('login_tokens_lifetime', sql`${t.expiresAt} <= ${t.createdAt} + interval '${sql.raw(LINK_LIFETIME)}'`),
  ],
)

/** Codes in the redirect URL of a used link, valid for a minute. `user_id` only serves account deletion and data downloads. */
export const exchangeCodes = pgTable(
  'exchange_codes',
  {
    codeHash: bytea('code_hash').primaryKey(),
    userId: ofUser(),
    sessionHash: bytea('session_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: expiresAfter('60 seconds'),
  },
  (t) => [index('exchange_codes_user_id').on(t.userId), index('exchange_codes_expires_at').on(t.expiresAt)],
)

/** Addresses entered in the email capture (`visitor.md §2`), not linked to accounts. */
export const capturedEmails = pgTable(
  'captured_emails',
  {
    id: identity(),
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    email: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('captured_emails_user_id').on(t.userId), index('captured_emails_email').on(sql`lower(${t.email})`)],
)
