import { LINK_MINUTES } from '@hotvote/shared/limits'
import { and, count, gt, isNull, sql } from 'drizzle-orm'
import { exchangeCodes, loginTokens } from '../db/schema/index.ts'
import { breach, type Check, looked } from './check.ts'
import { isNoHash } from './hashes.ts'
import { rowsWhere } from './walk.ts'

const { tokenHash, nonceHash, usedAt } = loginTokens

/** Links from mails are good for a quarter of an hour, once, and nobody can read them out of the database. */
export const links: Check = {
  number: 8,
  title: 'Links from mails are hashed, short-lived, one a user, used once',
  keptBy: /^login_tokens_|^exchange_codes_/,
  async look({ db }, found) {
    const tell = (text: string) => breach(found, text)
    const wrong = (what: string, userId: typeof loginTokens.userId | typeof exchangeCodes.userId) =>
      sql<string>`format('${sql.raw(what)} of user %s', ${userId})`
    const tokens = [
      { bad: sql`${isNoHash(tokenHash)} OR ${isNoHash(nonceHash)}`, what: 'a link that is not stored as a hash' },
      {
        bad: sql`${loginTokens.expiresAt} > ${loginTokens.createdAt} + make_interval(mins => ${LINK_MINUTES})`,
        what: `a link that is good for more than ${LINK_MINUTES} minutes`,
      },
      {
        bad: sql`${usedAt} NOT BETWEEN ${loginTokens.createdAt} AND ${loginTokens.expiresAt}`,
        what: 'a link that was used when it was not good',
      },
    ]
    for (const { bad, what } of tokens)
      found.looked.links = await rowsWhere(
        db,
        { table: loginTokens, bad, example: wrong(what, loginTokens.userId) },
        tell,
      )

    const isOpen = and(isNull(usedAt), gt(loginTokens.expiresAt, sql`now()`))
    const { userId } = loginTokens
    const open = db.orm.select({ userId, links: count() }).from(loginTokens).where(isOpen).groupBy(userId)
    for (const row of await open.having(gt(count(), 1))) tell(`user ${row.userId} has ${row.links} open links`)

    const lastsLong = sql`${exchangeCodes.expiresAt} > ${exchangeCodes.createdAt} + interval '60 seconds'`
    const bad = sql`${isNoHash(exchangeCodes.codeHash)} OR ${isNoHash(exchangeCodes.sessionHash)} OR ${lastsLong}`
    const example = wrong('a code that is not stored as a hash, or lasts for more than a minute', exchangeCodes.userId)
    looked(found, 'codes', await rowsWhere(db, { table: exchangeCodes, bad, example }, tell))
  },
}
