import { z } from 'zod'

/** Hand-written SQL, prepared once a connection under its name. `timeout`: milliseconds, where `allowLongStatements` runs. */
export type Statement<Row> = { name: string; text: string; row: RowSchema<Row>; timeout?: number }
export type RowOf<Of> = Of extends Statement<infer Row> ? Row : never
type RowSchema<Row> = z.ZodType<Row> & { shape: z.ZodRawShape }

/** Every statement of the modules that were loaded so far: a test compares them with the schema of the database. */
export const statements: Statement<unknown>[] = []

/** `row` names the columns in their order, in camel case; without it, the answer has no columns. */
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

/** The rows of an answer whose columns came by position. */
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
