/** What the system, the database or a resolver calls a failure, such as ENOENT or 55P03; undefined where it has no name. */
export const getCode = (failure: unknown): unknown =>
  failure instanceof Error && 'code' in failure ? failure.code : undefined

/** Whether a failure says that there is no such file or folder. */
export const isAbsent = (failure: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(getCode(failure)))
