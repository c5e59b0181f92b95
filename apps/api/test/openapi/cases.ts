import { generateSync } from 'json-schema-faker'
import { getValidator } from './answers.ts'
import type { Operation, Parameter, Schema } from './document.ts'
import { HOSTILE_BODIES, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts'
import type { Random } from './random.ts'

/** Known values by parameter or property name. */
export type Known = (name: string) => unknown

type Sent = { path: string; headers: Record<string, string>; body?: string | Uint8Array }

/** `plain`: valid and minimal; `hostile`: contains a mistake. */
export type Style = 'plain' | 'valid' | 'hostile'
type How = { random: Random; known: Known; style: Style }

const allowed = (schema: Schema, random: Random): unknown => {
  const validate = getValidator(schema)
  for (let attempt = 0; attempt < 20; attempt++) {
    const value = generateSync(schema as never, { seed: random.seed(), optionalsProbability: 0.5 })
    if (validate(value)) return value
  }
  throw new Error(`No value was found for ${JSON.stringify(schema)}`)
}

const valueFor = (name: string, schema: Schema, { random, known, style }: How): unknown => {
  const value = known(name)
  const fits = schema.format === 'binary' || getValidator(schema)(value)
  const isKnown = value !== undefined && fits && (style === 'plain' || random.chance(0.8))
  return isKnown ? value : allowed(schema, random)
}

const getObject = ({ properties = {}, required = [] }: Schema, how: How) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => {
        if (required.includes(name)) return true
        if (how.style !== 'plain') return how.random.chance(0.5)
        return 'all' in properties ? name === 'all' : required.length === 0
      })
      .map(([name, schema]) => [name, valueFor(name, schema, how)]),
  )

const getTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

const getParameters = (parameters: Parameter[], how: How) => {
  const { random, style } = how
  const isChosen = ({ name, required }: Parameter) =>
    required || (style === 'plain' ? name === 'all' : random.chance(0.4))
  const chosen = parameters.filter(isChosen)
  const wrong = style === 'hostile' && chosen.length > 0 ? random.pick(chosen as [Parameter]) : undefined
  return chosen.map((parameter) => ({
    ...parameter,
    texts:
      parameter === wrong ? [random.pick(HOSTILE_TEXTS)] : getTexts(valueFor(parameter.name, parameter.schema, how)),
  }))
}

/** Headers allow only printable ASCII. */
const headerText = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').trim()

const getAddress = ({ path, parameters }: Operation, how: How): Sent => {
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let address = path
  for (const { name, in: place, texts } of getParameters(parameters, how)) {
    const [first = ''] = texts
    if (place === 'header') headers[name] = headerText(first)
    else if (place === 'query') for (const text of texts) query.append(name, text)
    else address = address.replace(`{${name}}`, () => encodeURIComponent(first))
  }
  return { path: query.size > 0 ? `${address}?${query}` : address, headers }
}

/** Uses JSON, because hostile objects may have no text form. */
const fieldText = (value: unknown) => (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))

const buildForm = async (fields: Record<string, unknown>, { properties = {} }: Schema) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (properties[name]?.format !== 'binary') form.append(name, fieldText(value))
    else
      form.append(name, new Blob([value instanceof Uint8Array ? value : Buffer.from(fieldText(value))]), `${name}.png`)
  }
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

const spoiled = (value: Record<string, unknown>, { properties = {} }: Schema, random: Random): unknown => {
  const name = random.pick(['unknown', ...Object.keys(properties)])
  const { [name]: _, ...others } = value
  if (random.chance(0.25)) return others
  return random.chance(0.1) ? random.pick(HOSTILE_VALUES) : { ...others, [name]: random.pick(HOSTILE_VALUES) }
}

/** `\ud800` must stay escaped, because a lone surrogate has no UTF-8 bytes. */
const encoded = async (type: string, schema: Schema, value: unknown) => {
  const fields = (typeof value === 'object' ? value : {}) as Record<string, unknown>
  if (type === 'multipart/form-data') return buildForm(fields, schema)
  const headers = { 'content-type': type }
  if (type === 'application/json') return { headers, body: JSON.stringify(value) }
  const texts = Object.entries(fields).map(([name, one]): [string, string] => [name, fieldText(one)])
  return { headers, body: new URLSearchParams(texts).toString() }
}

/** Alternatives with the known values, such as the `kind`; all alternatives if none has them. */
const getAlternatives = (schema: Schema, known: Known): [Schema, ...Schema[]] => {
  const { oneOf = [schema] } = schema
  const [first, ...others] = oneOf.filter(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, property]) => !('const' in property) || [undefined, property.const].includes(known(name)),
    ),
  )
  return first ? [first, ...others] : oneOf
}

const getBody = async ({ requestBody }: Operation, how: How) => {
  const { random, style } = how
  if (!requestBody) return { headers: {} }
  const [type, content] = random.pick(Object.entries(requestBody.content) as [[string, { schema: Schema }]])
  const alternatives = getAlternatives(content.schema, how.known)
  const schema = style === 'plain' ? alternatives[0] : random.pick(alternatives)
  if (style === 'hostile' && random.chance(0.3)) {
    const { text, headers } = { headers: undefined, ...random.pick(HOSTILE_BODIES) }
    return { headers: { 'content-type': type, ...headers }, body: text }
  }
  const value = getObject(schema, how)
  return encoded(type, schema, style === 'hostile' ? spoiled(value, schema, random) : value)
}

export const getRequest = async (operation: Operation, how: How): Promise<Sent> => {
  const { path, headers } = getAddress(operation, how)
  const body = await getBody(operation, how)
  return { path, ...body, headers: { ...headers, ...body.headers } }
}
