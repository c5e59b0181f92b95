import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'
import { call, quickVisitor } from './call.ts'
import { allContracts } from './contracts.ts'
import { OPERATOR } from './credentials.ts'
import { problemOf } from './openapi/answers.ts'
import { type OpenApiDocument, operationsOf } from './openapi/document.ts'
import { testApp } from './test-app.ts'
import { filePart, upload } from './upload.ts'

type Site = { baseUrl: string }
type Layer = {
  route?: { path: string | RegExp; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

const PATH = 'GET /api/openapi.json'
const MONITORED = { METRICS_TOKEN: 'a-token-of-monitoring' }
const app = await testApp(MONITORED)
const documentOf = async (site: Site, host?: string) =>
  (await call<OpenApiDocument>(site, PATH, { headers: host === undefined ? {} : { host } })).body

/** Every route of an Express application, routers in routers included. */
const routesIn = (layers: Layer[]): string[] =>
  layers.flatMap(({ route, handle }) => [
    ...(route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : []),
    ...routesIn(handle.stack ?? []),
  ])

const callsOf = (document: OpenApiDocument) => operationsOf(document).map(({ method, path }) => `${method} ${path}`)
/** As Express writes them. Files are found by the beginning of their address. */
const asRoute = (name: string) =>
  name.replace('/media/{year}/{month}/{file}', '/^\\/media\\//').replaceAll(/\{(\w+)\}/g, ':$1')

const operationAt = async (site: Site, name: string) => {
  const found = operationsOf(await documentOf(site)).find(({ method, path }) => `${method} ${path}` === name)
  if (!found) throw new Error(`${name} is not in the document`)
  return found
}

describe('the description of the API', () => {
  it('is an OpenAPI document, to a validator that others wrote', async () => {
    const document = await documentOf(app)
    expect(await new Validator().validate(document)).toEqual({ valid: true })
    const ids = operationsOf(document).map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names the routes of the running application and no others', async () => {
    const { stack } = createApp(app.deps).router as unknown as { stack: Layer[] }
    const described = callsOf(await documentOf(app)).map(asRoute)
    expect(described.toSorted()).toEqual(routesIn(stack).toSorted())
  })

  it('names every contract', async () => {
    const described = callsOf(await documentOf(app))
    const contracts = (await allContracts()).map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.toSorted()).toEqual([...new Set(contracts)].toSorted())
  })

  it('is cached by its tag, and small', async () => {
    const whole = await call(app, PATH)
    expect(whole.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    const { etag = '' } = whole.headers
    expect(await call(app, PATH, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
    const zipped = await call(app, PATH, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', etag })
    expect(Number(zipped.headers['content-length'])).toBeLessThan(20_000)
  })

  it('tells each host its own calls, where the operator has one', async () => {
    const site = await testApp({ ...MONITORED, ADMIN_HOST: 'admin.example' })
    const both = [
      'GET /media/{year}/{month}/{file}',
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'POST /api/client-errors',
      'GET /api/openapi.json',
    ]
    const isOperators = (name: string) => /\/(adm|api\/admin|api\/db-test)\//.test(name)
    const all = callsOf(await documentOf(app))
    const ofVisitors = all.filter((name) => !isOperators(name))
    expect(callsOf(await documentOf(site, 'localhost'))).toEqual(ofVisitors)
    const ofOperator = all.filter((name) => isOperators(name) || both.includes(name))
    expect(callsOf(await documentOf(site, 'admin.example'))).toEqual(ofOperator)
    expect(ofOperator.length + ofVisitors.length).toBe(all.length + both.length)
  })
})

describe('a failure is the one that the document names', () => {
  it('too many requests', async () => {
    const site = await testApp({ RATE_LIMITS: 'on' })
    const operation = await operationAt(site, 'POST /api/events')
    const send = () => call(site, 'POST /api/events', { body: { kind: 'idle' } })
    for (let sent = 0; sent < 60; sent++) expect((await send()).status).toBe(204)
    const reply = await send()
    expect(reply.status).toBe(429)
    expect(problemOf(operation, reply)).toBeUndefined()
  })

  it('something of our own went wrong', async () => {
    const site = await testApp()
    const { cookie, id } = await quickVisitor(site)
    const operation = await operationAt(site, 'GET /api/media/random/{userId}')
    await site.deps.db.query({ text: 'ALTER TABLE votes RENAME TO ballots' })
    const reply = await call(site, `GET /api/media/random/${id}`, { cookie })
    expect([reply.status, problemOf(operation, reply)]).toEqual([500, undefined])
  })

  it('the disk is full', async () => {
    const site = await testApp({ MIN_FREE_MB: '1000000000' })
    const reply = await upload(site, await quickVisitor(site), filePart('no picture'))
    const operation = await operationAt(site, 'POST /api/media/upload')
    expect([reply.status, problemOf(operation, reply)]).toEqual([503, undefined])
  })

  it('a setting was never saved', async () => {
    const name = 'GET /api/admin/ad-config/zone1'
    const reply = await call(app, name, { headers: OPERATOR })
    expect([reply.status, problemOf(await operationAt(app, name), reply)]).toEqual([404, undefined])
  })
})
