type WithIsoTimes<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? Exclude<Row[Name], Date> | string : Row[Name]
}

export const withIsoTimes = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as WithIsoTimes<Row>
