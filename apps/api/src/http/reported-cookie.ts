import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { YEAR } from './guards.ts'

type CookieConfig = Pick<Config, 'https'>

const COOKIE = 'hv_reported'
/** Only the newest, so that the cookie stays small. */
const REPORTED_MOST = 30
const ID = /^[1-9a-z][0-9a-z]{0,9}$/

/** Reported items, the newest first, and when the visitor who reported them began. */
const read = (req: Request, config: CookieConfig) => {
  if (!req.headers.cookie?.includes(COOKIE)) return { ids: [], since: undefined }
  const value = readCookie(req, config, COOKIE) ?? ''
  const [list = '', since = ''] = value.split('-')
  const ids = list.split('.').slice(0, REPORTED_MOST)
  return {
    ids: ids.filter((id) => ID.test(id)).map((id) => Number.parseInt(id, 36)),
    since: ID.test(since) ? Number.parseInt(since, 36) : undefined,
  }
}

/** The items that this browser reported, the newest first (docs/decisions/035). What is no id is left out. */
export const reportedIn = (req: Request, config: CookieConfig): number[] => read(req, config).ids

/** Nobody's who uses this browser next. */
export const clearReported = (res: Response, config: CookieConfig) => {
  if (res.req.headers.cookie?.includes(COOKIE)) clearCookie(res, config, COOKIE)
}

/** Whether they are those of somebody who was here before this visitor came: since a reset, the ids may be of other items. */
const isOfAnother = (req: Request, config: CookieConfig, createdAt: Date) =>
  (read(req, config).since ?? Number.POSITIVE_INFINITY) < createdAt.getTime()

/** Takes away what was not this visitor's. `createdAt`: when they came. */
export const clearReportedOfOthers = (res: Response, config: CookieConfig, createdAt: Date) => {
  if (isOfAnother(res.req, config, createdAt)) clearReported(res, config)
}

const cookieOf = (ids: number[], since: number) => `${ids.map((id) => id.toString(36)).join('.')}-${since.toString(36)}`

/** One of them no longer: its report was taken back. */
export const forgetReported = (res: Response, config: CookieConfig, mediaId: number) => {
  const { ids, since = 0 } = read(res.req, config)
  const left = ids.filter((id) => id !== mediaId)
  if (left.length === 0) clearReported(res, config)
  else if (left.length < ids.length)
    setCookie(res, config, { name: COOKIE, value: cookieOf(left, since), maxAge: YEAR })
}

/** Adds an item, the newest first, for a visitor who came at `createdAt`. */
export const setReported = (
  res: Response,
  config: CookieConfig,
  { mediaId, createdAt }: { mediaId: number; createdAt: Date },
) => {
  const before = isOfAnother(res.req, config, createdAt) ? [] : reportedIn(res.req, config)
  const ids = [...new Set([mediaId, ...before])].slice(0, REPORTED_MOST)
  return setCookie(res, config, { name: COOKIE, value: cookieOf(ids, createdAt.getTime()), maxAge: YEAR })
}
