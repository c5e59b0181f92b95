import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { Config } from '../config/config.ts'

type CookieConfig = Pick<Config, 'https'>

const flags = ({ https }: CookieConfig) => ({ httpOnly: true, sameSite: 'lax', secure: https, path: '/' }) as const

/** Over https, the `__Host-` prefix stops sibling hosts from setting the cookie (RFC 6265bis §4.1.3.2). */
export const cookieName = (name: string, { https }: CookieConfig) => (https ? `__Host-${name}` : name)

export const readCookie = (req: Request, config: CookieConfig, name: string): string | undefined =>
  parseCookie(req.headers.cookie ?? '')[cookieName(name, config)]

/** `maxAge` is in milliseconds. */
export const setCookie = (
  res: Response,
  config: CookieConfig,
  { name, value, maxAge }: { name: string; value: string; maxAge: number },
) => res.cookie(cookieName(name, config), value, { ...flags(config), maxAge })

export const clearCookie = (res: Response, config: CookieConfig, name: string) =>
  res.clearCookie(cookieName(name, config), flags(config))
