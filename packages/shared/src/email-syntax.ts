import { z } from 'zod'

/** Zod's email pattern, extended to allow Punycode top-level domains (`xn--p1ai`). */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i

export const emailSyntax = (message: string) => z.email({ pattern: EMAIL, error: message })
