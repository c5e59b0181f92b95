import type { Contract } from '@hotvote/shared/contract'
import { type ErrorCode, errorBody } from '@hotvote/shared/errors'
import type { z } from 'zod'
import type { Described } from '../described.ts'
import { statusOf } from '../errors.ts'
import type { Components } from './components.ts'
import { headersOf, headersOfFailure } from './headers.ts'

const JSON_TYPE = 'application/json'
const ANY_TEXT = { schema: { type: 'string' } }

type Content = Record<string, object>

const jsonOf = (schema: z.ZodType, components: Components): Content => ({
  [JSON_TYPE]: { schema: components.answered(schema) },
})
const filesOf = (types: readonly string[]): Content =>
  Object.fromEntries(types.map((type) => [type, type.startsWith('text/') ? ANY_TEXT : {}]))

/** What the contract says of its answers, by status. */
const namedAnswers = (contract: Contract, components: Components) => {
  const { response, accepted, revalidate, answers = {} } = contract
  const found = new Map<number, { description: string; content: Content }>()
  const add = (status: number, description: string, content: Content = {}) =>
    found.set(status, { description, content: { ...found.get(status)?.content, ...content } })

  if (response) add(contract.status ?? 200, 'Done.', jsonOf(response, components))
  if (accepted) add(202, 'The operation goes on, as `Prefer: respond-async` asked for.', jsonOf(accepted, components))
  if (revalidate) add(304, 'The answer is the one that the caller has.')
  for (const [status, { about, body, types = [] }] of Object.entries(answers))
    add(Number(status), about, { ...(body && jsonOf(body, components)), ...filesOf(types) })
  if (found.size === 0) add(contract.status ?? 204, 'Done.')
  return found
}

/** A failure with one of these codes; most calls share it with others. */
const failureOf = ([status, codes]: [number, ErrorCode[]], components: Components, isPage = false) =>
  components.sharedResponse([...codes, ...(isPage ? ['page'] : [])].join('.'), {
    description: codes.join(', '),
    headers: headersOfFailure(status),
    content: {
      [JSON_TYPE]: {
        schema: { allOf: [components.answered(errorBody), { type: 'object', properties: { code: { enum: codes } } }] },
      },
      ...(isPage && { 'text/html': ANY_TEXT }),
    },
  })

/** Every answer of a call, by status. One that the contract names stands in the place of a failure. */
export const responsesOf = ({ contract, codes }: Described, components: Components) => {
  const failures = Map.groupBy([...codes].sort(), (code) => statusOf[code])
  const responses: Record<number, object> = {}
  for (const failure of failures) responses[failure[0]] = failureOf(failure, components, contract.errorPages)
  for (const [status, { description, content }] of namedAnswers(contract, components)) {
    const hasContent = Object.keys(content).length > 0
    responses[status] = { description, headers: headersOf(contract, status), ...(hasContent && { content }) }
  }
  return responses
}
