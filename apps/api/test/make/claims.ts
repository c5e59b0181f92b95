import type { Db } from '../../src/platform/db/client.ts'
import { call } from '../app/call.ts'

type Target = { baseUrl: string; deps: { db: Pick<Db, 'query'> } }

export const aClaim = (changes: object = {}) => ({
  complainantName: 'Ada Example',
  complainantEmail: 'ada@example.com',
  complainantAddress: '1 Example Street\nExampleton',
  complainantPhone: '+44 20 1234',
  copyrightOwner: 'Example Pictures Ltd',
  workDescription: 'The photo of a lighthouse in my portfolio',
  infringementDescription: 'A copy without permission',
  infringingUrls: JSON.stringify(['https://elsewhere.example/1', 'https://elsewhere.example/2']),
  goodFaithStatement: true,
  accuracyStatement: true,
  electronicSignature: 'Ada Example',
  ...changes,
})

/** Files takedown requests without rate limits. */
export const complainant = (app: Target) => {
  const forgetCalls = () => app.deps.db.query({ text: 'DELETE FROM rate_limits' })
  return {
    forgetCalls,
    file: async (changes: object = {}, headers?: Record<string, string>) => {
      await forgetCalls()
      const body = aClaim(changes)
      return call<{ id: number; status: string }>(app, 'POST /api/dmca-takedown', { body, headers })
    },
    /** `media_id` is null after deletion. */
    rowOf: async (id: number) => {
      const text = `
SELECT t.*, media.id AS media_id, removed_item, removed_picture
FROM takedowns t LEFT JOIN takedown_items item ON item.takedown_id = t.id AND item.position = 0
LEFT JOIN media ON media.id = item.media_id AND removed_item IS NULL WHERE t.id = $1`
      const [row] = await app.deps.db.query<Record<string, unknown>>({ text }, [id])
      return row
    },
  }
}
