/** The operator's password, on every site that a test starts. */
export const ADMIN_PASSWORD = 'a long enough password'

/** The header by which the operator is known. */
export const OPERATOR = { authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}` }
