export const ADMIN_PASSWORD = 'a long enough password'

export const OPERATOR = { authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}` }
