/** The query that holds the visitor. */
export const sessionKey = ['session'] as const
