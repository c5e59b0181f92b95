/**
 * Settings of an app whose statements a test holds up, and of every site of a browser test: on a busy machine they wait for
 * longer than a site would let them. A job of a site would try again minutes later, and a call would fail.
 */
export const PATIENT = {
  DATABASE_CONNECT_TIMEOUT: '120000',
  DATABASE_LOCK_TIMEOUT: '120000',
  DATABASE_STATEMENT_TIMEOUT: '120000',
}
