import { expect } from 'vitest'
import { call } from './call.ts'

/** Expects 304 for an unchanged ETag, and returns a function for the next request. */
export const expectSentOnce = async (app: { baseUrl: string }, route: `GET ${string}`, expected: object) => {
  const { body, headers } = await call(app, route)
  expect(body).toEqual(expected)
  expect(headers['cache-control']).toBe('no-cache')
  const again = () => call(app, route, { headers: { 'if-none-match': String(headers.etag) } })
  expect(await again()).toMatchObject({ status: 304, text: '' })
  return again
}
