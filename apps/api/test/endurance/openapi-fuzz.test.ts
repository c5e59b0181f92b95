import { expect, it } from 'vitest'
import { call } from '../app/call.ts'
import { getOperations, type OpenApiDocument } from '../openapi/document.ts'
import { foreignClient } from '../openapi/foreign-client.ts'
import { fuzzedSite } from '../openapi/fuzzed-site.ts'
import { randomFrom } from '../openapi/random.ts'

/** The seed makes the requests reproducible. */
const SEED = Number(process.env.OPENAPI_SEED ?? 1)
/** Requests per call. */
const ROUNDS = Number(process.env.OPENAPI_ROUNDS ?? 4)

/** These calls delete all data, so they run last. */
const EMPTYING = ['/api/admin/delete-matching-media', '/api/admin/reset-database']
const isEmptying = ({ path }: { path: string }) => EMPTYING.includes(path)

/**
 * Random requests rarely or never succeed here, because they need a mail server or an operator's password.
 * `mail-failures.test.ts`, `operators.test.ts` and `second-factor.test.ts` cover these calls.
 */
const NEEDING_MORE = [
  '/api/admin/test-email',
  '/api/admin/me/password',
  '/api/admin/me/second-factor',
  '/api/admin/me/second-factor/off',
]
const canSucceed = ({ path, method }: { path: string; method: string }) =>
  method.toUpperCase() === 'GET' || !NEEDING_MORE.includes(path)

it(`gives only documented answers (seed ${SEED}, ${ROUNDS} requests a call)`, async () => {
  const site = await fuzzedSite()
  const client = foreignClient(site, randomFrom(SEED))
  const { body } = await call<OpenApiDocument>(site.app, 'GET /api/openapi.json')
  const operations = getOperations(body)
  const others = operations.filter((operation) => !isEmptying(operation))

  await client.run(others, ROUNDS)
  await site.stopOperations()
  await client.run(operations.filter(isEmptying), ROUNDS)
  await site.stopOperations()
  await client.run(others, 1)
  expect(client.problems.join('\n')).toBe('')
  expect(client.failed(operations.filter(canSucceed))).toEqual([])
}, 3_600_000)
