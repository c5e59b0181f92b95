import { fileURLToPath } from 'node:url'
import express, { type Express, type RequestHandler, type Router } from 'express'
import type { Deps } from './deps.ts'
import { AppError, notFound } from './domain/errors.ts'
import { accessRoutes, refuseClosed } from './features/access/access.routes.ts'
import { accountRoutes, verificationRoutes } from './features/accounts/accounts.routes.ts'
import { emailCheckRoutes } from './features/accounts/email-check.routes.ts'
import { profileRoutes, sessionRoutes } from './features/accounts/sessions.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { bucketRoutes } from './features/bucket/bucket.routes.ts'
import { clientErrorRoutes } from './features/client-errors/client-errors.routes.ts'
import { resetRoutes, siteHealthRoutes } from './features/database/database.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { mediaOperatorRoutes, trashRoutes } from './features/media/media-operator.routes.ts'
import { uploadRoutes } from './features/media/uploads.routes.ts'
import { reportRoutes, reviewRoutes } from './features/moderation/moderation.routes.ts'
import { takedownReviewRoutes, takedownRoutes } from './features/moderation/takedowns.routes.ts'
import { operatorOnly } from './features/operator-login/operator-guard.ts'
import { operatorLoginRoutes } from './features/operator-login/operator-login.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { populationRoutes } from './features/population/population.routes.ts'
import { personalDataRoutes } from './features/privacy/personal-data.routes.ts'
import { adRoutes, readPageAd } from './features/settings/ads.routes.ts'
import { capturedEmailRoutes, emailCaptureRoutes } from './features/settings/email-capture.routes.ts'
import { publicSettingRoutes, settingRoutes, trafficRoutes } from './features/settings/settings.routes.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { userPageRoutes, userRoutes } from './features/users/users.routes.ts'
import { voteExportRoutes } from './features/vote-export/vote-export.routes.ts'
import { integrityRoutes } from './features/vote-review/integrity.routes.ts'
import { firstItems, itemPages } from './features/voting/item-page.service.ts'
import { ratingRoutes } from './features/voting/rating.routes.ts'
import { separateHosts } from './platform/http/admin-host.ts'
import { errorHandler } from './platform/http/errors.ts'
import { logRequests } from './platform/http/logging.ts'
import { openApiRoutes } from './platform/http/openapi.routes.ts'
import { page } from './platform/http/page/page.ts'
import { openReadiness, probeRoutes } from './platform/http/probes.ts'
import { apiHeaders, keepLastForwardedHost, knownMethods, sameSiteOnly } from './platform/http/security.ts'
import { enforceMinUploadRate } from './platform/http/site-server.ts'
import { measureRequests, metricsRouter, monitoringOnly, openScrape } from './platform/metrics/metrics-router.ts'
import { operationRoutes } from './platform/operations/operations.routes.ts'

const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Rating routes are registered first, because voting must be fast. */
const features: ((deps: Deps) => Router)[] = [
  ratingRoutes,
  mediaRoutes,
  mediaOperatorRoutes,
  trashRoutes,
  overviewRoutes,
  userRoutes,
  integrityRoutes,
  populationRoutes,
  voteExportRoutes,
  sessionRoutes,
  accountRoutes,
  verificationRoutes,
  profileRoutes,
  personalDataRoutes,
  userPageRoutes,
  uploadRoutes,
  statsRoutes,
  takedownRoutes,
  reportRoutes,
  reviewRoutes,
  accessRoutes,
  emailCheckRoutes,
  takedownReviewRoutes,
  auditRoutes,
  adRoutes,
  emailCaptureRoutes,
  capturedEmailRoutes,
  trafficRoutes,
  clientErrorRoutes,
  siteHealthRoutes,
  healthRoutes,
  resetRoutes,
  publicSettingRoutes,
  settingRoutes,
  bucketRoutes,
  operationRoutes,
  operatorLoginRoutes,
]

const unknownPath = () => {
  throw notFound()
}

const monitoringRoutes = (deps: Deps, operatorOnly: RequestHandler) => {
  const readiness = openReadiness(deps)
  const probes = probeRoutes(readiness)
  if (deps.config.metricsToken === undefined) return [probes]
  const readersOnly = monitoringOnly({ config: deps.config, operatorOnly })
  return [probes, metricsRouter(readersOnly, openScrape(deps, readiness))]
}

export const createProbe = (deps: Deps): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', deps.config.trustProxy)
  app.use(logRequests(deps.log))
  app.use(monitoringRoutes(deps, operatorOnly(deps)))
  app.use(unknownPath)
  app.use(errorHandler(deps.log))
  return app
}

/** Handlers run in the order in which they are registered. `built` is the folder of the built web app. */
export const createApp = (deps: Deps, built = PAGE): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', deps.config.trustProxy)

  app.use(logRequests(deps.log))
  app.use(measureRequests(deps.metrics))
  app.use(enforceMinUploadRate())
  app.use(knownMethods)
  app.use(keepLastForwardedHost)
  app.use(separateHosts(deps.config))
  app.use('/api', apiHeaders, sameSiteOnly(deps.config))
  const guard = operatorOnly(deps)
  app.use('/api/admin', guard)
  app.use('/api', refuseClosed(deps))
  const routers = [...features.map((routesOf) => routesOf(deps)), ...monitoringRoutes(deps, guard)]
  for (const router of [...routers, openApiRoutes(deps.config, routers)]) app.use(router)
  app.use('/api', () => {
    throw new AppError('not_found', 'Unknown API call.')
  })
  const items = { firstItem: firstItems(deps), itemPage: itemPages(deps) }
  app.use(page({ ...deps, ...items, readPageAd: () => readPageAd(deps) }, built))
  app.use(unknownPath)
  app.use(errorHandler(deps.log))
  return app
}
