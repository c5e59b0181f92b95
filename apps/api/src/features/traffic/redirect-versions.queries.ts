import type { Db } from '../../db/client.ts'

type Version = { id: number; isActive: boolean; createdAt: Date }
type Idle = { idleRedirectTime: number; idleRedirectUrl: string }
type Back = { backButtonUrl: string }

/** Entries of a history. */
const HISTORY = 100

const VERSION = 'id, is_active AS "isActive", created_at AS "createdAt"'
const IDLE = `idle_redirect_time AS "idleRedirectTime", idle_redirect_url AS "idleRedirectUrl", ${VERSION}`
const BACK = `back_button_url AS "backButtonUrl", ${VERSION}`

/** Every version that was saved, the newest first: the first one is in force. */
export const idleVersions = (db: Db, limit = HISTORY) =>
  db.query<Idle & Version>({ text: `SELECT ${IDLE} FROM idle_redirects ORDER BY id DESC LIMIT $1` }, [limit])

export const backVersions = (db: Db, limit = HISTORY) =>
  db.query<Back & Version>({ text: `SELECT ${BACK} FROM back_button_redirects ORDER BY id DESC LIMIT $1` }, [limit])

/** An empty address switches the redirect off. */
export const addIdleVersion = async (db: Db, { idleRedirectTime, idleRedirectUrl }: Idle) => {
  const text = `
INSERT INTO idle_redirects (idle_redirect_time, idle_redirect_url, is_active) VALUES ($1, $2, $2 <> '') RETURNING ${IDLE}`
  const [row] = await db.query<Idle & Version>({ text }, [idleRedirectTime, idleRedirectUrl])
  return row
}

export const addBackVersion = async (db: Db, { backButtonUrl }: Back) => {
  const text = `INSERT INTO back_button_redirects (back_button_url, is_active) VALUES ($1, $1 <> '') RETURNING ${BACK}`
  const [row] = await db.query<Back & Version>({ text }, [backButtonUrl])
  return row
}

/** The last `days` days of UTC, today the last, also those on which nothing happened. */
export const redirectCountsOf = (db: Db, days: number) => {
  const text = `
SELECT to_char(day, 'YYYY-MM-DD') AS day,
  coalesce(sum(count) FILTER (WHERE kind = 'idle'), 0)::bigint AS idle,
  coalesce(sum(count) FILTER (WHERE kind = 'back'), 0)::bigint AS back,
  coalesce(sum(count) FILTER (WHERE kind = 'swipe'), 0)::bigint AS swipe
FROM generate_series((now() AT TIME ZONE 'UTC')::date - ($1::int - 1), (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS each(day)
LEFT JOIN redirect_counts USING (day)
GROUP BY day ORDER BY day`
  return db.query<{ day: string; idle: number; back: number; swipe: number }>({ text }, [days])
}
