import type { Db } from '../src/db/client.ts'
import { call } from './call.ts'

type Target = { baseUrl: string; deps: { db: Pick<Db, 'query'> } }

/** A takedown request as the form sends it. */
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

/** Files takedown requests as if each were the first of its hour, and looks at what was stored. */
export const complainant = (app: Target) => {
  const forgetCalls = () => app.deps.db.query({ text: 'DELETE FROM rate_limits' })
  return {
    forgetCalls,
    file: async (changes: object = {}, headers?: Record<string, string>) => {
      await forgetCalls()
      const body = aClaim(changes)
      return call<{ id: number; status: string }>(app, 'POST /api/dmca-takedown', { body, headers })
    },
    rowOf: async (id: number) => {
      const text = 'SELECT * FROM takedowns WHERE id = $1'
      const [row] = await app.deps.db.query<Record<string, unknown>>({ text }, [id])
      return row
    },
  }
}
