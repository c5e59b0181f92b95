import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Long timeouts, because test machines are slow. */
export const PATIENT = {
  DATABASE_CONNECT_TIMEOUT: '120000',
  DATABASE_LOCK_TIMEOUT: '120000',
  DATABASE_STATEMENT_TIMEOUT: '120000',
  FIRST_ITEM_TIMEOUT: '60000',
}

const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/hotvote-compiled', import.meta.url))

export const nodeEnv = { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_COMPILE_CACHE: COMPILED }

export const ADMIN_PASSWORD = 'a long enough password'

export const OPERATOR = { authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}` }
