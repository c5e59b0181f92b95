import type { Db } from '../../db/client.ts'

type Version = { id: number; isActive: boolean; createdAt: Date }
type Idle = { idleRedirectTime: number; idleRedirectUrl: string }
type Back = { backButtonUrl: string }

type Window = { limit: number; cursor?: number | undefined }

const VERSION = 'id, is_active AS "isActive", created_at AS "createdAt"'
const IDLE = `idle_redirect_time AS "idleRedirectTime", idle_redirect_url AS "idleRedirectUrl", ${VERSION}`
const BACK = `back_button_url AS "backButtonUrl", ${VERSION}`

const WINDOW = 'WHERE $2::bigint IS NULL OR id < $2 ORDER BY id DESC LIMIT $1'

/** Versions that were saved, the newest first, behind the one that `cursor` names: the first of all is in force. */
export const idleVersions = (db: Db, { limit, cursor }: Window) =>
  db.query<Idle & Version>({ text: `SELECT ${IDLE} FROM idle_redirects ${WINDOW}` }, [limit, cursor ?? null])

export const backVersions = (db: Db, { limit, cursor }: Window) =>
  db.query<Back & Version>({ text: `SELECT ${BACK} FROM back_button_redirects ${WINDOW}` }, [limit, cursor ?? null])

export const countOfVersions = async (db: Db, table: 'idle_redirects' | 'back_button_redirects') => {
  const [row] = await db.query<{ count: number }>({ text: `SELECT count(*) FROM ${table}` })
  return row?.count ?? 0
}

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
