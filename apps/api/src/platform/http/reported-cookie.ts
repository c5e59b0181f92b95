import type { Request, Response } from 'express'
import type { Config } from '../config/config.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { YEAR } from './guards.ts'

type CookieConfig = Pick<Config, 'https'>

const COOKIE = 'hv_reported'
/** Maximum number of ids, to limit the cookie's size. */
const MAX_REPORTED = 30
const ID = /^[1-9a-z][0-9a-z]{0,9}$/

const hasCookie = ({ headers }: Request) => headers.cookie?.includes(COOKIE)

/** Ids of reported items, newest first (docs/decisions/035). */
export const reportedIn = (req: Request, config: CookieConfig): number[] => {
  const ids = (hasCookie(req) && readCookie(req, config, COOKIE)?.split('.')) || []
  return ids.slice(0, MAX_REPORTED).flatMap((id) => (ID.test(id) ? Number.parseInt(id, 36) : []))
}

/** Clears the list of reported items, for example if another visitor uses this browser. */
export const clearReported = (res: Response, config: CookieConfig) => {
  if (hasCookie(res.req)) clearCookie(res, config, COOKIE)
}

export const setReported = (res: Response, config: CookieConfig, mediaIds: number[]) => {
  if (mediaIds.length === 0) return clearReported(res, config)
  const newest = mediaIds.slice(0, MAX_REPORTED)
  const value = newest.map((id) => id.toString(36)).join('.')
  setCookie(res, config, { name: COOKIE, value, maxAge: YEAR })
}
