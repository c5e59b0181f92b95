import { createHash } from 'node:crypto'
import type { Answer, Contract, Parsed } from '@hotvote/shared/contract'
import express, { type Request, type Response, type Router } from 'express'
import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { isStorable } from '../db/storable.ts'
import { describeCall, isOperatorCall } from './described.ts'
import { type Guard, requireRole } from './guards.ts'

export type Input<C extends Contract> = {
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
}

/** Default size limit of a JSON request body, in bytes. */
const BODY_LIMIT = 100_000

/** Maximum number of issues in a response, because a request body may have tens of thousands. */
const MAX_ISSUES = 100

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

/** Rejects compressed request bodies, because a small body could unpack to any size. */
const jsonParser = (limit = BODY_LIMIT) => express.json({ limit, inflate: false })

const readBody = (req: Request, res: Response, parseJson: ReturnType<typeof jsonParser>) =>
  new Promise<unknown>((done, fail) => {
    const type = req.headers['content-type']
    if (type !== undefined && !JSON_TYPE.test(type))
      return fail(new AppError('unsupported_type', 'Send the body as application/json in UTF-8.'))
    parseJson(req, res, (error?: unknown) => {
      if (error) fail(error)
      else done(req.body)
    })
  })

/** Operator calls always read the request body, to reject unknown fields. */
const readsBody = (contract: Contract) => contract.body ?? (isOperatorCall(contract) && contract.method !== 'GET')

type Part = 'params' | 'query' | 'body'

const nothing = z.strictObject({}).optional()

/** Operator calls reject unknown fields, because a misspelled filter would match everything. */
const getSchema = (contract: Contract, part: Part) => contract[part] ?? (isOperatorCall(contract) ? nothing : undefined)

const NAME_MAX = 100

const unknownField = (path: PropertyKey[]) => {
  const name = String(path.at(-1)).slice(0, NAME_MAX)
  return { path: path.join('.'), message: `Unknown field “${name}”.` }
}

/** Lists unknown fields separately, because Zod reports all unknown fields of an object as one issue. */
const readIssues = ({ issues }: z.ZodError) =>
  issues.flatMap((issue) => {
    const { path, code, message } = issue
    if (code === 'invalid_key') return [unknownField(path)]
    if (code === 'unrecognized_keys') return issue.keys.map((name) => unknownField([...path, name]))
    return [{ path: path.join('.'), message }]
  })

/** Rejects text that PostgreSQL cannot store. The error message describes the first invalid field. */
const parsePart = (contract: Contract, part: Part, value: unknown) => {
  const schema = getSchema(contract, part)
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (part === 'body' && value === undefined && !result.success)
    throw new AppError('malformed_body', 'This request requires a JSON body.')
  if (result.success) {
    if (!isStorable(result.data)) throw new AppError('invalid_request', 'Text may not contain this character.')
    return result.data
  }
  const issues = readIssues(result.error).slice(0, MAX_ISSUES)
  throw new AppError('invalid_request', issues[0]?.message ?? 'The request is not valid.', { issues })
}

/** Returned by a handler while its operation runs, to send a 202 response with `contract.accepted` (RFC 7240). */
export class Accepted {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

const sendJson = (res: Response, status: number, body: string) => {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  res.end(body)
}

const send = (res: Response, contract: Contract, value: unknown) => {
  if (value instanceof Accepted) {
    if (!contract.accepted) throw new Error(`${contract.path} does not answer 202`)
    res.set('Preference-Applied', 'respond-async')
    return sendJson(res, 202, JSON.stringify(contract.accepted.parse(value.value)))
  }
  if (!contract.response) return void res.writeHead(contract.status ?? 204).end()
  const body = JSON.stringify(contract.response.parse(value))
  if (contract.revalidate) {
    res.set({ 'Cache-Control': 'no-cache', ETag: `"${createHash('sha256').update(body).digest('base64url')}"` })
    if (res.req.fresh) return void res.writeHead(304).end()
  }
  sendJson(res, contract.status ?? 200, body)
}

/** Runs the guard, parses the input and sends the parsed output. */
// biome-ignore lint/complexity/useMaxParams: a route reads as one sentence
export const endpoint = <C extends Contract, Caller>(
  router: Router,
  contract: C,
  guard: Guard<Caller>,
  handle: (input: Input<C>, caller: Caller, res: Response) => Promise<Answer<C> | Accepted>,
) => {
  const parseJson = jsonParser(contract.bodyLimit)
  const method = contract.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
  describeCall(router, contract, guard.access)
  router[method](contract.path, async (req: Request, res: Response) => {
    if (isOperatorCall(contract)) requireRole(res, contract)
    const caller = await guard(req, res)
    const params = parsePart(contract, 'params', req.params)
    const query = parsePart(contract, 'query', getSchema(contract, 'query') && req.query)
    const body = readsBody(contract) ? parsePart(contract, 'body', await readBody(req, res, parseJson)) : undefined
    const value = await handle({ params, query, body } as Input<C>, caller, res)
    if (!res.headersSent) send(res, contract, value)
  })
}
