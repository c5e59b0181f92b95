type JsonObject = Record<string, unknown>
export type Schema = JsonObject & {
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  oneOf?: [Schema, ...Schema[]]
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
export type Response = { content?: Record<string, { schema?: Schema }> }
type PathItem = Record<string, Omit<Operation, 'method' | 'path' | 'parameters'> & { parameters?: Parameter[] }>

export type Operation = {
  operationId: string
  method: string
  path: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}

export type OpenApiDocument = JsonObject & { openapi: string; paths: Record<string, PathItem> }

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

const pointedTo = (document: JsonObject, ref: string) =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document)

/** Inlines references; throws on a broken one. */
const withoutRefs = (document: JsonObject, part: unknown): unknown => {
  if (Array.isArray(part)) return part.map((one) => withoutRefs(document, one))
  if (!isObject(part)) return part
  const { $ref: ref, ...rest } = part
  if (typeof ref !== 'string')
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutRefs(document, value)]))
  const target = pointedTo(document, ref)
  if (!isObject(target)) throw new Error(`${ref} points to nothing`)
  return { ...(withoutRefs(document, target) as JsonObject), ...(withoutRefs(document, rest) as JsonObject) }
}

export const getOperations = (document: OpenApiDocument): Operation[] => {
  const paths = withoutRefs(document, document.paths) as OpenApiDocument['paths']
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      parameters: [],
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}
