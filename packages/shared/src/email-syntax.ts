import { z } from 'zod'

/** Like zod's own rule, and with top-level domains of other scripts (`xn--p1ai`). */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i

/** One syntactically valid address in any case; `message` says what is wrong. */
export const emailSyntax = (message: string) => z.email({ pattern: EMAIL, error: message })
