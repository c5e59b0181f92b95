import type { SetAside, VotersMoved } from '@hotvote/shared/operator/vote-review'
import { operatorCall } from '../app/operator.ts'
import type { TestApp } from '../app/test-app.ts'

export const setAsides = (app: TestApp) => ({
  setAside: (body: unknown) => operatorCall<VotersMoved>(app, 'POST /api/admin/set-votes-aside', body),
  countAgain: (setAsideId: number | undefined) =>
    operatorCall<VotersMoved>(app, 'POST /api/admin/count-votes-again', { setAsideId }),
  newest: async () => (await operatorCall<SetAside[]>(app, 'GET /api/admin/set-asides')).body[0],
  /** Counters of the item. */
  totals: async (mediaId: number) => {
    const text = 'SELECT hot_votes AS hot, not_votes AS "not" FROM media WHERE id = $1'
    const [row] = await app.deps.db.query<{ hot: number; not: number }>({ text }, [mediaId])
    return [row?.hot, row?.not]
  },
  /** Moves the user's votes `days` into the past. */
  castEarlier: (userId: number, days: number) =>
    app.deps.db.query(
      { text: `UPDATE votes SET created_at = created_at - make_interval(days => $2::int) WHERE user_id = $1` },
      [userId, days],
    ),
})
