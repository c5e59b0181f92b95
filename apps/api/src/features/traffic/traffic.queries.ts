import type { Db } from '../../db/client.ts'

type RedirectRow = {
  isActive: boolean | null
  idleRedirectTime: number | null
  idleRedirectUrl: string | null
  backButtonUrl: string | null
}

/** Older versions are history: only the newest of each kind counts, and switched off it ends the redirect. */
const CURRENT_REDIRECTS = {
  name: 'current_redirects',
  text: `
SELECT idle.is_active AS "isActive", idle.idle_redirect_time AS "idleRedirectTime",
  idle.idle_redirect_url AS "idleRedirectUrl",
  CASE WHEN back.is_active THEN back.back_button_url END AS "backButtonUrl"
FROM (VALUES (1)) one
LEFT JOIN (SELECT * FROM idle_redirects ORDER BY id DESC LIMIT 1) idle ON true
LEFT JOIN (SELECT * FROM back_button_redirects ORDER BY id DESC LIMIT 1) back ON true`,
}

/** Null where the operator has set nothing. */
export const currentRedirects = async (db: Db) => {
  const [row] = await db.query<RedirectRow>(CURRENT_REDIRECTS)
  return row
}

/** Days are those of UTC. */
const COUNT_REDIRECT = {
  name: 'count_redirect',
  text: `
INSERT INTO redirect_counts AS counts (day, kind, count) VALUES ((now() AT TIME ZONE 'UTC')::date, $1, 1)
ON CONFLICT (day, kind) DO UPDATE SET count = counts.count + 1`,
}

export const countRedirect = async (db: Db, kind: string): Promise<undefined> => {
  await db.query(COUNT_REDIRECT, [kind])
}
