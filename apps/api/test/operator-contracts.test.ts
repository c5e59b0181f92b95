import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Contract } from '@hotvote/shared/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from './call.ts'
import { type TestApp, testApp } from './test-app.ts'
import { withWorker } from './worker.ts'

const SHARED = new URL('../../../packages/shared/src/', import.meta.url)
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every contract of the operator, whichever file it stands in. */
const contracts = async () => {
  const files = readdirSync(fileURLToPath(SHARED)).filter((file) => file.endsWith('.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, SHARED).href)))
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isContract)
    .filter(({ path }) => path.startsWith('/api/admin'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '1')}` as const)
}

const routes = await contracts()
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

let app: TestApp
let visitor: { cookie: string }
beforeAll(async () => {
  app = await testApp()
  visitor = await quickVisitor(app)
  // Some calls answer when their work is done.
  await withWorker(app)
})

it('there are contracts of the operator', () => {
  expect(routes).toContain('GET /api/admin/media')
})

describe.each([...new Set(routes)])('%s', (route) => {
  // Without a body: what changes something and needs one is refused after the guard, before it does anything.
  const send = (headers: Record<string, string>, cookie?: string) =>
    call<{ error?: string }>(app, route, { headers, ...(cookie && { cookie }) })

  it('is refused to everybody but the operator', async () => {
    expectError(await send({}), 401, 'not_operator')
    expectError(await send({}, visitor.cookie), 401, 'not_operator')
    expectError(await send(basic('admin:wrong'), visitor.cookie), 401, 'not_operator')
    expectError(await send(basic(`${visitor.cookie}:a long enough password`)), 401, 'not_operator')
  })

  it('is there for the operator', async () => {
    const { status, body, text } = await send(basic('admin:a long enough password'))
    expect(body?.error, text.slice(0, 300)).not.toBe('There is no such call.')
    expect([401, 403, 405, 500, 503]).not.toContain(status)
  })
})
