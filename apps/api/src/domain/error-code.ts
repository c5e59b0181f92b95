/** Returns the code of a system, database or DNS error, such as ENOENT or 55P03. */
export const getCode = (failure: unknown): unknown =>
  failure instanceof Error && 'code' in failure ? failure.code : undefined

export const isAbsent = (failure: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(getCode(failure)))
