import { recordClientError } from '@hotvote/shared/visitor/client-errors'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard } from '../../platform/http/guards.ts'

/** Matches invisible characters except line breaks, such as characters that reverse the text direction. */
const UNSEEN = /[^\P{C}\n]|[\u2028\u2029]/gu
const PARAMETERS = /(https?:\/\/[^\s?#)]*)[?#][^\s)]*/gi
const MAIL_ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Matches session ids, tokens and codes. Code identifiers of this length contain no digits. */
const SECRET = /(?=[\w-]*\d)[\w-]{24,}/g

/** Removes URL parameters, email addresses and secrets from an error's text. */
export const loggableText = (text: string) =>
  text.replace(UNSEEN, '').replace(PARAMETERS, '$1').replace(MAIL_ADDRESS, '[address]').replace(SECRET, '[secret]')

export const clientErrorRoutes = ({ log, metrics, rateLimit }: Pick<Deps, 'log' | 'metrics' | 'rateLimit'>): Router => {
  const router = Router()
  const limited = guard<{ requestId: string }>({ isLimited: true }, async (req, res) => {
    await rateLimit('clientError', { address: req.ip })
    return { requestId: res.locals.requestId }
  })
  endpoint(router, recordClientError, limited, async ({ body }, { requestId }) => {
    metrics.clientErrors.inc()
    const said = Object.fromEntries(Object.entries(body).map(([name, text]) => [name, loggableText(text)]))
    log.warn({ requestId, clientError: said }, 'client error')
    return undefined
  })
  return router
}
