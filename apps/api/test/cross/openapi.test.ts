import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { allContracts, call } from '../app/call.ts'
import { testApp } from '../app/test-app.ts'

type Site = { baseUrl: string }
type OpenApiDocument = { paths: Record<string, Record<string, { operationId: string }>> }
type Layer = {
  route?: { path: string | RegExp; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

const PATH = 'GET /api/openapi.json'
const MONITORED = { METRICS_TOKEN: 'a-token-of-monitoring' }
const app = await testApp(MONITORED)
const getDocument = async (site: Site) => (await call<OpenApiDocument>(site, PATH)).body

const routesIn = (layers: Layer[]): string[] =>
  layers.flatMap(({ route, handle }) => [
    ...(route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : []),
    ...routesIn(handle.stack ?? []),
  ])

const getOperations = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
  )
const getCalls = (document: OpenApiDocument) => getOperations(document).map(({ method, path }) => `${method} ${path}`)
/** Converts a path to Express syntax. Files are served by a prefix route. */
const asRoute = (name: string) =>
  name.replace('/media/{year}/{month}/{file}', '/^\\/media\\//').replaceAll(/\{(\w+)\}/g, ':$1')

describe('the description of the API', () => {
  it('is valid according to an independent validator', async () => {
    const document = await getDocument(app)
    expect(await new Validator().validate(document)).toEqual({ valid: true })
    const ids = getOperations(document).map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('contains exactly the routes of the running application', async () => {
    const { stack } = createApp(app.deps).router as unknown as { stack: Layer[] }
    const described = getCalls(await getDocument(app)).map(asRoute)
    expect(described.toSorted()).toEqual(routesIn(stack).toSorted())
  })

  it('contains every contract', async () => {
    const described = getCalls(await getDocument(app))
    const contracts = (await allContracts()).map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.toSorted()).toEqual([...new Set(contracts)].toSorted())
  })

  it('is cached by its ETag', async () => {
    const whole = await call(app, PATH)
    expect(whole.headers).toMatchObject({ 'cache-control': 'no-cache' })
    const { etag = '' } = whole.headers
    expect(await call(app, PATH, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
  })
})
