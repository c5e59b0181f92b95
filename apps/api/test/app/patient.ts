/** Long timeouts, because test machines are slow. */
export const PATIENT = {
  DATABASE_CONNECT_TIMEOUT: '120000',
  DATABASE_LOCK_TIMEOUT: '120000',
  DATABASE_STATEMENT_TIMEOUT: '120000',
  FIRST_ITEM_TIMEOUT: '60000',
}
