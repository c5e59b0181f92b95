import type { Contract } from '@hotvote/shared/contract'
import { z } from 'zod'
import type { Components, JsonSchema } from './components.ts'

type Place = 'path' | 'query' | 'header'

/** A part of a path is never empty: the path would be another one. */
const schemaAt = (place: Place, schema: JsonSchema) =>
  place === 'path' && schema.type === 'string' && !schema.enum ? { minLength: 1, ...schema } : schema

const parametersIn = (place: Place, { properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    schema: schemaAt(place, schema as JsonSchema),
  }))

const ifNoneMatch = z.object({ 'If-None-Match': z.string().optional() })
const prefer = z.object({ Prefer: z.literal('respond-async').optional() })

/** What a call takes besides its body. */
export const parametersOf = ({ params, query, headers, revalidate, accepted }: Contract, components: Components) => {
  const sent: [Place, z.ZodType | undefined][] = [
    ['path', params],
    ['query', query],
    ['header', headers],
    ['header', revalidate && ifNoneMatch],
    ['header', accepted && prefer],
  ]
  return sent.flatMap(([place, schema]) => (schema ? parametersIn(place, components.sent(schema)) : []))
}
