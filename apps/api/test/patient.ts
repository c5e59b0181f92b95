/**
 * Settings of the apps and sites of tests: a busy machine is no slow database. With those of a real site a call would fail, and
 * a job would be tried again minutes later.
 */
export const PATIENT = {
  DATABASE_CONNECT_TIMEOUT: '120000',
  DATABASE_LOCK_TIMEOUT: '120000',
  DATABASE_STATEMENT_TIMEOUT: '120000',
  FIRST_ITEM_TIMEOUT: '60000',
}
