import type { Contract } from '@hotvote/shared/contract'

/** Response headers that a client acts on, by their names. */
export const headers = {
  'X-Request-Id': {
    description: 'Names this request in the log of the site.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which the call may be sent again.',
    required: true,
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
  ETag: { description: 'For `If-None-Match`.', required: true, schema: { type: 'string' } },
  'X-Total-Count': { description: 'Entries on all pages, where they are counted.', schema: { type: 'string' } },
  'X-List-Moment': {
    description: 'When the list was read, where a call acts on all of it: its `moment`.',
    schema: { type: 'string' },
  },
  Link: { description: 'The address of the next page (RFC 8288), while there is one.', schema: { type: 'string' } },
  'Preference-Applied': {
    description: 'The operation goes on (RFC 7240).',
    required: true,
    schema: { type: 'string', const: 'respond-async' },
  },
  Location: { description: 'Where the caller is led.', required: true, schema: { type: 'string' } },
} as const
export type HeaderName = keyof typeof headers

const refersTo = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const isPaged = ({ query }: Contract) => query !== undefined && 'shape' in query && 'cursor' in Object(query.shape)
const hasETag = ({ revalidate, answers }: Contract) => revalidate || (answers !== undefined && 304 in answers)

/** Of a failure that has this status. */
export const headersOfFailure = (status: number) =>
  refersTo(['X-Request-Id', ...(status === 429 || status === 503 ? (['Retry-After'] as const) : [])])

/** Of an answer that the contract names. */
export const headersOf = (contract: Contract, status: number) => ({
  ...headersOfFailure(status),
  ...refersTo([
    ...(status === 200 && isPaged(contract) ? (['X-Total-Count', 'X-List-Moment', 'Link'] as const) : []),
    ...(status === 202 ? (['Preference-Applied'] as const) : []),
    ...(status === 303 || status === 307 ? (['Location'] as const) : []),
    ...([200, 206, 304].includes(status) && hasETag(contract) ? (['ETag'] as const) : []),
  ]),
})
