import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Reply } from '../app/call.ts'
import type { Operation, Response, Schema } from './document.ts'

/** Strict mode rejects unknown keywords. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
formats.default(ajv)

const compiled = new WeakMap<Schema, ValidateFunction>()

export const getValidator = (schema: Schema) => {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

const mismatch = (schema: Schema, value: unknown) => {
  const validate = getValidator(schema)
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

const bodyProblem = ({ content = {} }: Response, { status, headers, text, body }: Reply) => {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  // Redirects have no body for other clients.
  if (text === '' && [303, 307].includes(status)) return undefined
  if (Object.keys(content).length === 0) return text === '' ? undefined : 'a body where none is named'
  const named = content[type]
  if (!named) return `the type is ${type || 'none'}`
  return type === 'application/json' && named.schema ? mismatch(named.schema, body) : undefined
}

/** Compares an answer with the document. `default` covers only client errors. */
export const findProblem = ({ responses }: Operation, reply: Reply): string | undefined => {
  const isFailure = reply.status >= 400 && reply.status < 500
  const response = responses[reply.status] ?? (isFailure ? responses.default : undefined)
  return response ? bodyProblem(response, reply) : `status ${reply.status} is not named`
}
