import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import { cookieFlags, YEAR } from './guards.ts'

const COOKIE = 'hv_reported'
/** So many, the newest: with the session's cookie it stays within what `sessionCookie` remembers. */
export const REPORTED_MOST = 30
const ID = /^[1-9a-z][0-9a-z]{0,9}$/

/** The items, the newest first, and when the visitor came who reported them: the cookies of before do not say that. */
const read = (req: Request) => {
  const header = req.headers.cookie ?? ''
  if (!header.includes(COOKIE)) return { ids: [], since: undefined }
  const value = parseCookie(header)[COOKIE] ?? ''
  const [list = '', since = ''] = value.split('-')
  const ids = list.split('.').slice(0, REPORTED_MOST)
  return {
    ids: ids.filter((id) => ID.test(id)).map((id) => Number.parseInt(id, 36)),
    since: ID.test(since) ? Number.parseInt(since, 36) : undefined,
  }
}

/** The items that this browser reported, the newest first (docs/decisions/073). What is no id is left out. */
export const reportedIn = (req: Request): number[] => read(req).ids

/** Nobody's who uses this browser next. */
export const clearReported = (res: Response, config: Config) => {
  if (res.req.headers.cookie?.includes(COOKIE)) res.clearCookie(COOKIE, cookieFlags(config))
}

/** Whether they are those of somebody who was here before this visitor came: since a reset, the ids may be of other items. */
const isOfAnother = (req: Request, createdAt: Date) =>
  (read(req).since ?? Number.POSITIVE_INFINITY) < createdAt.getTime()

/** Takes away what was not this visitor's. `createdAt`: when they came. */
export const clearReportedOfOthers = (res: Response, config: Config, createdAt: Date) => {
  if (isOfAnother(res.req, createdAt)) clearReported(res, config)
}

/** More of them, the newest first, of a visitor who came at `createdAt`. */
export const setReported = (
  res: Response,
  config: Config,
  { mediaIds, createdAt }: { mediaIds: number[]; createdAt: Date },
) => {
  const before = isOfAnother(res.req, createdAt) ? [] : reportedIn(res.req)
  const ids = [...new Set([...mediaIds, ...before])].slice(0, REPORTED_MOST)
  const value = `${ids.map((id) => id.toString(36)).join('.')}-${createdAt.getTime().toString(36)}`
  return res.cookie(COOKIE, value, { ...cookieFlags(config), maxAge: YEAR })
}
