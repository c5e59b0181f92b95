import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { statements } from '../../src/platform/db/statement.ts'
import { afterUse } from '../app/after-use.ts'
import { testDatabase } from '../app/test-app.ts'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, path: join(SRC, file), source: readFileSync(join(SRC, file), 'utf8') }))

for (const { path, source } of sources) if (/\bstatement\(\{/.test(source)) await import(path)

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number }

/** Prepares a statement without running it. */
const describeColumns = (client: pg.Client, text: string) =>
  new Promise<Field[]>((resolve, reject) => {
    let fields: Field[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    } as pg.Submittable)
  })

/** JavaScript types of column values in zod's terms. */
const ARRIVES: Record<string, string> = {
  int8: 'number',
  int4: 'number',
  float8: 'number',
  text: 'string',
  varchar: 'string',
  name: 'string',
  bool: 'boolean',
  timestamptz: 'date',
  bytea: 'custom',
}

const getTypeName = (schema: z.ZodType): string => {
  if (schema instanceof z.ZodNullable) return `${getTypeName(schema.unwrap() as z.ZodType)} or null`
  return schema instanceof z.ZodEnum ? 'string' : schema.def.type
}
const inCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Type and nullability of a column. */
const TYPE = `
SELECT typname, NOT attnotnull AS "mayBeNull"
FROM pg_type LEFT JOIN pg_attribute ON attrelid = $2 AND attnum = $3 WHERE pg_type.oid = $1`

const openSchema = async () => {
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  afterUse(async () => {
    await client.end()
    await database.drop()
  })
  return client
}

const kindOfField = async (client: pg.Client, { dataTypeID, tableID, columnID }: Field) => {
  const [{ typname, mayBeNull }] = (await client.query(TYPE, [dataTypeID, tableID, columnID])).rows
  return { kind: ARRIVES[typname] ?? typname, mayBeNull }
}

const expectRows = async (client: pg.Client, { text, row }: (typeof statements)[number]) => {
  const fields = await describeColumns(client, text)
  expect(fields.map(({ name }) => inCamelCase(name))).toEqual(Object.keys(row.shape))
  for (const field of fields) {
    const expected = getTypeName(row.shape[inCamelCase(field.name)] as z.ZodType)
    const { kind, mayBeNull } = await kindOfField(client, field)
    expect(mayBeNull ? [`${kind} or null`] : [kind, `${kind} or null`], field.name).toContain(expected)
  }
}

describe('each statement', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = await openSchema()
  })

  it.each(statements)('returns the columns that its row names: $name', (one) => expectRows(client, one))
})

it('has a unique name', () => {
  const ofDrizzle = sources.flatMap(({ source }) =>
    [...source.matchAll(/\.prepare\('(\w+)'\)/g)].map(([, name]) => name),
  )
  expect(ofDrizzle).not.toEqual([])
  const names = [...statements.map(({ name }) => name), ...ofDrizzle]
  expect(names).toEqual([...new Set(names)])
})

it('keeps all SQL text in statements', () => {
  const others = sources.filter(({ source }) => /\b(db|tx)\.query(<[^(]*>)?\(\{/.test(source))
  expect(others.map(({ file }) => file)).toEqual([])
})
