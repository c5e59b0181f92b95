import { recordClientError } from '@hotvote/shared/visitor/client-errors'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard } from '../../platform/http/guards.ts'

/** Control characters and others that are not to be seen, such as turn text around; but ends of lines. */
const UNSEEN = /[^\P{C}\n]|[\u2028\u2029]/gu
const PARAMETERS = /(https?:\/\/[^\s?#)]*)[?#][^\s)]*/gi
const MAIL_ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** As session ids, tokens and codes are; names in code have no digits at that length. */
const SECRET = /(?=[\w-]*\d)[\w-]{24,}/g

/** A text of a browser, fit for the log: in it stand no parameters of addresses, no mail addresses and no secrets. */
export const loggableText = (text: string) =>
  text.replace(UNSEEN, '').replace(PARAMETERS, '$1').replace(MAIL_ADDRESS, '[address]').replace(SECRET, '[secret]')

/** Errors of the page, which nobody but their visitors would see: a line of the log each. */
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
