import type { Db } from '../../db/client.ts'

export type CapturedRow = {
  id: number
  email: string
  userId: number | null
  username: string | null
  createdAt: Date
}

/** What visitors left, the newest first, behind the entry `cursor`. */
export const capturedEmails = (db: Db, { limit, cursor }: { limit: number; cursor: number | undefined }) => {
  const text = `
SELECT captured.id, captured.email, captured.user_id AS "userId", username, captured.created_at AS "createdAt"
FROM captured_emails captured LEFT JOIN users ON users.id = captured.user_id
WHERE $2::bigint IS NULL OR captured.id < $2
ORDER BY captured.id DESC LIMIT $1`
  return db.query<CapturedRow>({ text }, [limit, cursor ?? null])
}

export const countOfCaptured = async (db: Db) => {
  const [row] = await db.query<{ count: number }>({ text: 'SELECT count(*) FROM captured_emails' })
  return row?.count ?? 0
}
