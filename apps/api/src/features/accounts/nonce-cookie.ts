import { LINK_MINUTES } from '@hotvote/shared/limits'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { Config } from '../../config.ts'

/** Marks the browser that requested a link: there the link needs no second click. */
const COOKIE = 'hv_link'
/** Milliseconds; as long as a link. */
const LIFETIME = LINK_MINUTES * 60_000

const flags = ({ https }: Pick<Config, 'https'>) =>
  ({ httpOnly: true, sameSite: 'lax', secure: https, path: '/api/auth' }) as const

export const setNonceCookie = (res: Response, config: Pick<Config, 'https'>, nonce: string) =>
  res.cookie(COOKIE, nonce, { ...flags(config), maxAge: LIFETIME })

export const clearNonceCookie = (res: Response, config: Pick<Config, 'https'>) => res.clearCookie(COOKIE, flags(config))

export const nonceOf = (req: Request) => parseCookie(req.headers.cookie ?? '')[COOKIE]
