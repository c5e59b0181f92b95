import { z } from 'zod'

/** Raw SQL, prepared once per connection. A `timeout` (in milliseconds) requires `allowLongStatements`. */
export type Statement<Row> = { name: string; text: string; row: RowSchema<Row>; timeout?: number }
export type RowOf<Of> = Of extends Statement<infer Row> ? Row : never
type RowSchema<Row> = z.ZodType<Row> & { shape: z.ZodRawShape }

/** All statements, which a test checks against the database schema. */
export const statements: Statement<unknown>[] = []

/** `row` lists the selected columns in order, with names in camel case. */
export const statement = <Shape extends z.ZodRawShape = Record<never, never>>({
  row,
  ...described
}: {
  name: string
  text: string
  row?: Shape
  timeout?: number
}): Statement<z.output<z.ZodObject<Shape>>> => {
  const made = { ...described, row: z.object(row ?? ({} as Shape)) }
  statements.push(made)
  return made
}

export const parseRows = <Row>({ shape }: RowSchema<Row>, answer: unknown[][]): Row[] => {
  const names = Object.keys(shape)
  return answer.map((values) => {
    const row: Record<string, unknown> = {}
    names.forEach((name, i) => {
      row[name] = values[i]
    })
    return row as Row
  })
}
