import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Where a document keeps the schemas that have a name. */
const SCHEMAS = '#/components/schemas/'
const NAMED = '#/$defs/'

/** A date is told by its format alone: the pattern of one is longer than most answers. */
const DATES = new Set(['date', 'date-time'])

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (DATES.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
      // JSON has no others.
      if (jsonSchema.propertyNames) delete jsonSchema.propertyNames
    },
  })

const withDocumentRefs = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(NAMED, SCHEMAS) : value,
  )

/**
 * What the calls of one document share. A schema that has an `id` in its metadata stands once, in `schemas`, and is
 * referred to everywhere else; so does an answer that has been given a name.
 */
export const openComponents = () => {
  const schemas: Record<string, JsonSchema> = {}
  const responses: Record<string, object> = {}
  const add = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema: _dialect, $defs, ...own } = toJsonSchema(schema, io)
    Object.assign(schemas, withDocumentRefs($defs ?? {}))
    return withDocumentRefs(own) as JsonSchema
  }
  return {
    schemas,
    responses,
    /** Of what a caller sends. */
    sent: (schema: z.ZodType) => add(schema, 'input'),
    /** Of what the server answers. */
    answered: (schema: z.ZodType) => add(schema, 'output'),
    sharedResponse: (name: string, response: object) => {
      responses[name] = response
      return { $ref: `#/components/responses/${name}` }
    },
  }
}
export type Components = ReturnType<typeof openComponents>
