import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { ReadyConfig } from '../deps.ts'
import { AppError } from './errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** `user:password` of a Basic header (RFC 7617), in UTF-8. */
const credentialsOf = (header: string | undefined) => {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8')
}

/**
 * Lets the operator through and nobody else. Compared as hashes of one length, so that the time tells nothing. No
 * `WWW-Authenticate`: the browser must not ask for a password by itself.
 */
export const operatorOnly = (config: Pick<ReadyConfig, 'adminUsername' | 'adminPassword'>): RequestHandler => {
  const expected = digest(`${config.adminUsername}:${config.adminPassword}`)
  return (req, _res, next) => {
    const given = credentialsOf(req.headers.authorization)
    if (given === undefined || !timingSafeEqual(digest(given), expected))
      throw new AppError('not_operator', 'Invalid credentials')
    next()
  }
}
