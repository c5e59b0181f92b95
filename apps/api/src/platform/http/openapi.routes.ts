import { apiDescription } from '@hotvote/shared/api-description'
import type { Contract, OtherAnswer } from '@hotvote/shared/contract'
import { type ErrorCode, errorBody } from '@hotvote/shared/contract'
import { ACCEPTED_TYPES } from '@hotvote/shared/limits'
import { Router } from 'express'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { getSide } from './admin-host.ts'
import { type Described, isOperatorCall, readDescribed } from './described.ts'
import { endpoint } from './endpoint.ts'
import { statusByCode } from './errors.ts'
import { anybody, sessionCookieName } from './guards.ts'

const DESCRIPTION = `The calls of a HotVote site, generated from the schemas by which it parses requests and answers.

- A visitor is a session: \`POST /api/session\` with 32 random characters of the caller's own as \`sessionId\` opens it and sets its
  cookie. Calls that name a user in path, query or body are refused unless that is the user of the cookie.
- Every failure has the body \`ErrorBody\`; \`code\` says which one it is, \`error\` is the text for a person. Any call may answer
  others than it names: 400 to wrong input, 403 to another site's page, 429 and 503 with \`Retry-After\`.
- Changes may come from the site itself or from no page: an \`Origin\` of another site is refused.
- Lists come in pages: the \`Link\` header has the address of the next one, \`X-Total-Count\` the number of entries.
- Long work of the operator waits for its end, or answers 202 at once to \`Prefer: respond-async\`.
- \`HEAD\` is answered where \`GET\` is. Any other method is 405 \`method_not_allowed\`, any other address 404 \`not_found\`.`

const securitySchemes = (config: Pick<Config, 'https'>) => ({
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(config),
    description: 'Set by `POST /api/session`, signed by the site.',
  },
  operator: {
    type: 'http',
    scheme: 'basic',
    description: 'Name and password of the operator, or the token of `POST /api/admin/login` in their place.',
  },
  monitoring: { type: 'http', scheme: 'bearer', description: 'The `METRICS_TOKEN` of the site.' },
})

type JsonSchema = z.core.JSONSchema.BaseSchema
type WriteSchema = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema

const openSchemas = () => {
  const schemas: Record<string, unknown> = {}
  const write: WriteSchema = (schema, io) => {
    const override = ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
      // Omit date patterns, which are longer than most responses, and the type of property names (always text).
      if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern
      delete jsonSchema.propertyNames
    }
    const text = JSON.stringify(z.toJSONSchema(schema, { io, override }))
    const { $schema: _dialect, $defs, ...own } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
    Object.assign(schemas, $defs)
    return own
  }
  return { schemas, write }
}

const writePath = ({ path }: Contract) => path.replaceAll(/:(\w+)/g, '{$1}')

/** Returns an operation id such as `patchUsersUserId`. */
const nameOperation = ({ method, path }: Contract) =>
  method.toLowerCase() +
  path.replace(/^\/api\//, '/').replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())

const prefer = z.object({ Prefer: z.literal('respond-async').optional() })
const ifNoneMatch = z.object({ 'If-None-Match': z.string().optional() })

const describeParameters = ({ params, query, headers, revalidate, accepted }: Contract, write: WriteSchema) => {
  const parts = [
    ['path', params],
    ['query', query],
    ['header', headers],
    ['header', revalidate && ifNoneMatch],
    ['header', accepted && prefer],
  ] as const
  return parts.flatMap(([place, part]) => {
    const { properties = {}, required = [] } = part ? write(part, 'input') : {}
    const isRequired = (name: string) => place === 'path' || required.includes(name)
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      ...(isRequired(name) && { required: true }),
      schema,
    }))
  })
}

const describeBody = ({ body, bodyTypes = ['application/json'], form }: Contract, write: WriteSchema) => {
  const given = body ?? form
  if (!given) return undefined
  const schema = write(given, 'input')
  const encoding = { file: { contentType: Object.keys(ACCEPTED_TYPES).join(', ') } }
  const content = body
    ? Object.fromEntries(bodyTypes.map((type) => [type, { schema }]))
    : { 'multipart/form-data': { schema, encoding } }
  return { ...(!given.safeParse(undefined).success && { required: true }), content }
}

const failure = (description: string, write: WriteSchema) => ({
  description,
  content: { 'application/json': { schema: write(errorBody, 'output') } },
})

const describeFailures = ({ contract, options: { session, isLimited } }: Described, write: WriteSchema) => {
  const codes = new Set<ErrorCode>(contract.errors)
  if (session === 'required') codes.add('no_session')
  if (isOperatorCall(contract)) codes.add('not_operator')
  if (isOperatorCall(contract) && contract.role !== 'self') codes.add('code_required').add('forbidden')
  else if (contract.method !== 'GET') codes.add('closed')
  if (isLimited) codes.add('too_many_requests')
  const byStatus = [...Map.groupBy([...codes].sort(), (code) => statusByCode[code])]
  return Object.fromEntries(byStatus.map(([status, some]) => [status, failure(some.join(', '), write)]))
}

const describeAnswers = ({ response, accepted, revalidate, status, answers = {} }: Contract, write: WriteSchema) => {
  const found: Record<number, { description: string; content: object }> = {}
  const add = (code: number, description: string, { body, types = [] }: Omit<OtherAnswer, 'about'> = {}) => {
    const json = body && { 'application/json': { schema: write(body, 'output') } }
    const files = Object.fromEntries(types.map((type) => [type, {}]))
    found[code] = { description, content: { ...found[code]?.content, ...json, ...files } }
  }
  if (response) add(status ?? 200, 'Done.', { body: response })
  if (accepted) add(202, 'The operation goes on.', { body: accepted })
  if (revalidate) add(304, 'The answer is the one that the caller has.')
  for (const [code, { about, ...answer }] of Object.entries(answers)) add(Number(code), about, answer)
  if (Object.keys(found).length === 0) add(status ?? 204, 'Done.')
  return found
}

/** An empty list means that the call needs no credentials. */
const describeSecurity = ({ contract, options: { session, isForMonitoring } }: Described) => {
  if (isForMonitoring) return [{ monitoring: [] }, { operator: [] }]
  if (isOperatorCall(contract)) return [{ operator: [] }]
  if (session === 'required') return [{ visitor: [] }]
  return session === 'optional' ? [{}, { visitor: [] }] : []
}

const describeOperation = (call: Described, write: WriteSchema) => {
  const { contract } = call
  const requestBody = describeBody(contract, write)
  return {
    operationId: nameOperation(contract),
    tags: [getSide(contract.path) ?? 'visitor'],
    security: describeSecurity(call),
    parameters: describeParameters(contract, write),
    ...(requestBody && { requestBody }),
    responses: {
      ...describeFailures(call, write),
      ...describeAnswers(contract, write),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

const buildDocument = (config: Pick<Config, 'https'>, calls: readonly Described[]) => {
  const { schemas, write } = openSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = writePath(call.contract)
    paths[path] = { ...paths[path], [call.contract.method.toLowerCase()]: describeOperation(call, write) }
  }
  return {
    // Version 3.2 offers no benefit here, and fewer tools support it.
    openapi: '3.1.1',
    info: { title: 'HotVote', version: '1', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [{ name: 'visitor' }, { name: 'operator' }],
    paths,
    components: {
      schemas,
      responses: { Failure: failure('Any other failure.', write) },
      securitySchemes: securitySchemes(config),
    },
  }
}

/** Serves the API description publicly, because the web app's scripts reveal the calls anyway. */
export const openApiRoutes = (config: Pick<Config, 'https'>, routers: readonly Router[]): Router => {
  const router = Router()
  let document: ReturnType<typeof buildDocument> | undefined
  endpoint(router, apiDescription, anybody, async () => {
    document ??= buildDocument(config, [...routers, router].flatMap(readDescribed))
    return document
  })
  return router
}
