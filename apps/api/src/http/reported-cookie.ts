import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import { cookieFlags, YEAR } from './guards.ts'

const COOKIE = 'hv_reported'
/** So many, the newest: with the session's cookie it stays within what `sessionCookie` remembers. */
const MOST = 30
const ID = /^[1-9a-z][0-9a-z]{0,9}$/

/** The items that this browser reported, the newest first (docs/decisions/073). What is no id is left out. */
export const reportedIn = (req: Request): number[] => {
  const header = req.headers.cookie ?? ''
  if (!header.includes(COOKIE)) return []
  const ids = (parseCookie(header)[COOKIE] ?? '').split('.').slice(0, MOST)
  return ids.filter((id) => ID.test(id)).map((id) => Number.parseInt(id, 36))
}

/** Nobody's who uses this browser next. */
export const clearReported = (res: Response, config: Config) => {
  if (res.req.headers.cookie?.includes(COOKIE)) res.clearCookie(COOKIE, cookieFlags(config))
}

/** One more. */
export const setReported = (res: Response, config: Config, mediaId: number) => {
  const ids = [...new Set([mediaId, ...reportedIn(res.req)])].slice(0, MOST)
  const value = ids.map((id) => id.toString(36)).join('.')
  return res.cookie(COOKIE, value, { ...cookieFlags(config), maxAge: YEAR })
}
