import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@hotvote/shared/contract'
import type { ErrorCode } from '@hotvote/shared/errors'
import express, { Router } from 'express'
import pino from 'pino'
import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { call } from '../../test/call.ts'
import { AppError } from '../domain/errors.ts'
import { endpoint } from './endpoint.ts'
import { errorHandler, UNDECLARED } from './errors.ts'
import { guard } from './guards.ts'

const lines: { msg: string; path: string; code: ErrorCode }[] = []
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })

const failing = contract({ method: 'GET', path: '/failing', errors: ['none_left'] })

/** A server whose only call fails with this code. */
const failingWith = async (code: ErrorCode) => {
  const router = Router()
  endpoint(
    router,
    failing,
    guard({ session: 'required' }, () => undefined),
    () => Promise.reject(new AppError(code, 'It failed.')),
  )
  const server = createServer(express().use(router, errorHandler(log))).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  afterUse(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it.each([
  ['none_left', 404],
  ['no_session', 401],
] as const)('%s, which the contract or the guard names, is no news', async (code, status) => {
  const before = lines.length
  expect((await call(await failingWith(code), 'GET /failing')).status).toBe(status)
  expect(lines.slice(before)).toEqual([])
})

it('a code that neither names is answered all the same, and the log says so', async () => {
  const before = lines.length
  const reply = await call(await failingWith('own_media'), 'GET /failing')
  expect(reply).toMatchObject({ status: 403, body: { code: 'own_media', error: 'It failed.' } })
  expect(lines.slice(before)).toMatchObject([{ msg: UNDECLARED, path: '/failing', code: 'own_media' }])
})
