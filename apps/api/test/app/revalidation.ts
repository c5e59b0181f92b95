import { expect } from 'vitest'
import { call } from './call.ts'

/** Checks that a repeated request with the ETag gets 304, and returns a function for the next request. */
export const expectSentOnce = async (app: { baseUrl: string }, route: `GET ${string}`, expected: object) => {
  const { body, headers } = await call(app, route)
  expect(body).toEqual(expected)
  expect(headers['cache-control']).toBe('no-cache')
  const again = () => call(app, route, { headers: { 'if-none-match': String(headers.etag) } })
  expect(await again()).toMatchObject({ status: 304, text: '' })
  return again
}
