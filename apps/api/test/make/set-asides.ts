import type { SetAside, VotersMoved } from '@hotvote/shared/operator/vote-review'
import { operatorCall } from '../app/operator.ts'
import type { TestApp } from '../app/test-app.ts'

/** What the operator does with voters, and what is to be seen of it. */
export const setAsides = (app: TestApp) => ({
  setAside: (body: unknown) => operatorCall<VotersMoved>(app, 'POST /api/admin/set-votes-aside', body),
  countAgain: (setAsideId: number | undefined) =>
    operatorCall<VotersMoved>(app, 'POST /api/admin/count-votes-again', { setAsideId }),
  newest: async () => (await operatorCall<SetAside[]>(app, 'GET /api/admin/set-asides')).body[0],
  /** Hot and Not of an item, as its counters say. */
  totals: async (mediaId: number) => {
    const text = 'SELECT hot_votes AS hot, not_votes AS "not" FROM media WHERE id = $1'
    const [row] = await app.deps.db.query<{ hot: number; not: number }>({ text }, [mediaId])
    return [row?.hot, row?.not]
  },
  /** As if these votes had been cast so many days ago. */
  castEarlier: (userId: number, days: number) =>
    app.deps.db.query(
      { text: `UPDATE votes SET created_at = created_at - make_interval(days => $2::int) WHERE user_id = $1` },
      [userId, days],
    ),
})
