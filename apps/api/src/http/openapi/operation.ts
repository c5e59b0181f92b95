import type { Contract } from '@hotvote/shared/contract'
import { ACCEPTED_TYPES } from '@hotvote/shared/limits'
import { sideOf } from '../admin-host.ts'
import { type Described, isOperatorCall } from '../described.ts'
import type { Components } from './components.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'

/** `/api/users/:userId` as OpenAPI writes it: `/api/users/{userId}`. */
export const pathOf = ({ path }: Contract) => path.replaceAll(/:(\w+)/g, '{$1}')

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** `patchUsersUserId`: what a generated client calls it. */
const operationIdOf = ({ method, path }: Contract) => {
  const words = path.replace(/^\/api\//, '/').split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map(capitalized).join('')
}

const bodyOf = ({ body, bodyTypes = ['application/json'], form }: Contract, components: Components) => {
  if (body) {
    const schema = components.sent(body)
    return { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])) }
  }
  if (!form) return undefined
  const encoding = { file: { contentType: Object.keys(ACCEPTED_TYPES).join(', ') } }
  return { required: true, content: { 'multipart/form-data': { schema: components.sent(form), encoding } } }
}

/** One of the lists that `security` is a choice of; none of them: anybody may call. */
const securityOf = ({ contract, options: { session, isForMonitoring } }: Described) => {
  if (isForMonitoring) return [{ monitoring: [] }, { operator: [] }]
  if (isOperatorCall(contract)) return [{ operator: [] }]
  if (session === 'required') return [{ visitor: [] }]
  return session === 'optional' ? [{}, { visitor: [] }] : []
}

/** A call as an Operation Object of OpenAPI. */
export const operationOf = (call: Described, components: Components) => {
  const { contract } = call
  const parameters = parametersOf(contract, components)
  const requestBody = bodyOf(contract, components)
  return {
    operationId: operationIdOf(contract),
    tags: [sideOf(contract.path) ?? 'visitor'],
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(call, components),
  }
}
