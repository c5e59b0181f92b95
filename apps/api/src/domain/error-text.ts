/** Joins the messages of an AggregateError, whose own message may be empty. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(describeError))].join('; ')
  return 'code' in error ? String(error.code) : error.name
}
