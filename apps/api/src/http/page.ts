import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compression from 'compression'
import express, { type RequestHandler, Router } from 'express'
import type { Config } from '../config.ts'
import { pageHeaders } from './security.ts'

/** The addresses that the page knows; any other gets the page too, which says so, but with status 404. */
const KNOWN = /^\/(upload|stats|profile|dmca|adm(\/[\w-]+)?)?\/?$/

/** Serves the built page of `dist`: hashed files for ever, everything else fresh. */
export const page = (config: Config, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const html = existsSync(index) ? readFileSync(index) : undefined

  router.use(compression())
  router.use(
    '/assets',
    express.static(join(dist, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  )
  router.use(pageHeaders(config))
  router.use(express.static(dist, { index: false, redirect: false, dotfiles: 'ignore' }))
  const answer: RequestHandler = (req, res, next) => {
    const isFile = /\.[^/]*$/.test(req.path)
    if (!html || (req.method !== 'GET' && req.method !== 'HEAD') || isFile || !req.accepts('html')) return next()
    res
      .status(KNOWN.test(req.path) ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(html)
  }
  router.use(answer)
  return router
}
