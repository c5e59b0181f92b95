import { LINK_MINUTES } from '@hotvote/shared/limits'
import type { Request, Response } from 'express'
import type { Config } from '../../config.ts'
import { clearCookie, readCookie, setCookie } from '../../http/cookies.ts'

type CookieConfig = Pick<Config, 'https'>

/** Marks the browser that requested a link: there the link needs no second click. */
const COOKIE = 'hv_link'
/** Milliseconds; as long as a link. */
const LIFETIME = LINK_MINUTES * 60_000

export const setNonceCookie = (res: Response, config: CookieConfig, nonce: string) =>
  setCookie(res, config, { name: COOKIE, value: nonce, maxAge: LIFETIME })

export const clearNonceCookie = (res: Response, config: CookieConfig) => clearCookie(res, config, COOKIE)

export const readNonceCookie = (req: Request, config: CookieConfig) => readCookie(req, config, COOKIE)
