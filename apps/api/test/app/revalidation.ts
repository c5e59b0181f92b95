import { expect } from 'vitest'
import { call } from './call.ts'

/** Expects one full answer as long as nothing changes, and returns a function that asks again. */
export const expectSentOnce = async (app: { baseUrl: string }, route: `GET ${string}`, expected: object) => {
  const { body, headers } = await call(app, route)
  expect(body).toEqual(expected)
  expect(headers['cache-control']).toBe('no-cache')
  const again = () => call(app, route, { headers: { 'if-none-match': String(headers.etag) } })
  expect(await again()).toMatchObject({ status: 304, text: '' })
  return again
}
