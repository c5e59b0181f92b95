/**
 * What is said of a failure to whoever runs the site, never nothing: where a name has several addresses, Node fails with one
 * error for each of them around which there is no message.
 */
export const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(textOf))].join('; ')
  return 'code' in error ? String(error.code) : error.name
}
