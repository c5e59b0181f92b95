import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { apiDescription } from '@hotvote/shared/api-description'
import { type Request, Router } from 'express'
import type { Config } from '../../config.ts'
import { adminHostOf, hostSideOf, sideOf } from '../admin-host.ts'
import { type Described, describeCall, describedIn } from '../described.ts'
import { documentOf } from './document.ts'

type Side = NonNullable<ReturnType<typeof sideOf>>

/** A document as it is sent. */
const published = (config: Pick<Config, 'https'>, calls: readonly Described[]) => {
  const text = JSON.stringify(documentOf(config, calls))
  return { text, gzipped: gzipSync(text), etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
}

/** Whose a call is where there are two hosts. Files are known by their endings. */
const sideOfCall = ({ contract }: Described) => sideOf(contract.path.replace(/:file$/, 'file.jpg'))

/**
 * `GET /api/openapi.json`: every call that these routers describe, or with an `ADMIN_HOST` those of the requested host.
 * Open to anybody, as the calls are known to whoever reads the page; made once.
 */
export const openApiRoutes = (config: Pick<Config, 'adminHost' | 'https'>, routers: readonly Router[]): Router => {
  const router = Router()
  const adminHost = adminHostOf(config)
  const made = new Map<Side | undefined, ReturnType<typeof published>>()
  const callsOf = (side: Side | undefined) => {
    const calls = [...routers, router].flatMap(describedIn)
    return side === undefined ? calls : calls.filter((call) => (sideOfCall(call) ?? side) === side)
  }
  const documentFor = (req: Request) => {
    const side = adminHost === undefined ? undefined : hostSideOf(req, adminHost)
    const document = made.get(side) ?? published(config, callsOf(side))
    made.set(side, document)
    return document
  }

  describeCall(router, apiDescription)
  router.get(apiDescription.path, (req, res) => {
    const { text, gzipped, etag } = documentFor(req)
    res.set({ 'Cache-Control': 'no-cache', ETag: etag }).vary('Accept-Encoding')
    if (req.fresh) return void res.status(304).end()
    res.type('json')
    if (req.acceptsEncodings('gzip')) res.set('Content-Encoding', 'gzip').send(gzipped)
    else res.send(text)
  })
  return router
}
