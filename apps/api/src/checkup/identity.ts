import { and, count, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { endedSessions, operatorLogins, sessions, users } from '../db/schema/index.ts'
import { breach, type Check, type Findings, looked } from './check.ts'
import { isNoHash } from './hashes.ts'
import { lookInLogs, lookInTables, SHORTEST } from './secrets.ts'
import type { Site } from './site.ts'
import { isTooSlow, rowsWhere } from './walk.ts'

/** Names and addresses that two users have, whatever their capitals. */
const lookForTwins = async ({ db }: Site, found: Findings) => {
  for (const [what, column] of [
    ['name', users.username],
    ['address', users.email],
  ] as const) {
    const spelled = sql`lower(${column})`
    const twins = db.orm
      .select({ ids: sql<string>`string_agg(${users.id}::text, ', ' ORDER BY ${users.id})` })
      .from(users)
      .where(isNotNull(column))
      .groupBy(spelled)
      .having(gt(count(), 1))
    const rows = await twins.limit(1000).catch((failure) => {
      if (!isTooSlow(failure)) throw failure
      found.notes.push(`too many users to compare each ${what}: its index was looked at only`)
      return []
    })
    for (const { ids } of rows) breach(found, `the users ${ids} have one ${what}`)
  }
}

const HASHED = [
  { what: 'sessions', table: sessions, bad: isNoHash(sessions.tokenHash) },
  { what: 'ended sessions', table: endedSessions, bad: isNoHash(endedSessions.tokenHash) },
  {
    what: 'logins of the operator',
    table: operatorLogins,
    bad: sql`${isNoHash(operatorLogins.tokenHash)} OR ${isNoHash(operatorLogins.credentialHash)}`,
  },
]

/** Of a session that says otherwise than its user whether they are blocked. */
const SAYS_OTHERWISE = sql`${sessions.isBlocked} <> (SELECT blocked_at IS NOT NULL FROM users WHERE users.id = ${sessions.userId})`

/** Who is who: names, addresses and sessions. */
export const identity: Check = {
  number: 9,
  title: 'Names, addresses and sessions are of one user each; no secret can be read',
  keptBy: /^users_(username|email)_key$|^users_verified|^(ended_)?sessions_|^operator_logins_/,
  async look(site, found) {
    const { db } = site
    const unnamed = and(isNotNull(users.emailVerifiedAt), isNull(users.email)) as SQL
    const example = sql<string>`${users.id}::text`
    const tell = (id: string) => breach(found, `user ${id} has a confirmed address and none`)
    looked(found, 'users', await rowsWhere(db, { table: users, bad: unnamed, example }, tell))
    await lookForTwins(site, found)
    for (const { what, table, bad } of HASHED) {
      const [key] = [table.tokenHash as PgColumn]
      const place = { table, bad, example: sql<string>`octet_length(${key})::text` }
      const rows = await rowsWhere(db, place, (bytes) =>
        breach(found, `one of the ${what} is no hash (${bytes} bytes)`),
      )
      looked(found, what, rows)
    }
    const asked = { table: sessions, bad: SAYS_OTHERWISE, example: sql<string>`${sessions.userId}::text` }
    const tellBlock = (id: string) => breach(found, `a session of user ${id} is wrong about whether they are blocked`)
    looked(found, 'blocks', await rowsWhere(db, asked, tellBlock))
    const short = site.options.secrets.filter(({ length }) => length > 0 && length < SHORTEST).length
    if (short > 0)
      found.notes.push(`${short} of the --secrets are too short to look for: at least ${SHORTEST} characters`)
    looked(found, 'tables with text', await lookInTables(site, (text) => breach(found, text)))
    await lookInLogs(site, (text) => breach(found, text))
  },
}
