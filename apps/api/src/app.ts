import { fileURLToPath } from 'node:url'
import express, { type Express, type Router } from 'express'
import type { Deps } from './deps.ts'
import { AppError } from './domain/errors.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { verificationRoutes } from './features/accounts/verification.routes.ts'
import { adRoutes } from './features/ads/ads.routes.ts'
import { doesAdRunInPage } from './features/ads/ads.service.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { recordFailedLogin } from './features/audit/audit.service.ts'
import { bucketRoutes } from './features/bucket/bucket.routes.ts'
import { capturedEmailRoutes } from './features/email-capture/captured-emails.routes.ts'
import { emailCaptureRoutes } from './features/email-capture/email-capture.routes.ts'
import { emailCheckRoutes } from './features/email-check/email-check.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { mediaOperatorRoutes } from './features/media/media-operator.routes.ts'
import { operatorLoginRoutes } from './features/operator-login/operator-login.routes.ts'
import { isOpenLogin } from './features/operator-login/operator-login.service.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { populationRoutes } from './features/population/population.routes.ts'
import { profileRoutes } from './features/profiles/profiles.routes.ts'
import { ratingRoutes } from './features/rating/rating.routes.ts'
import { resetRoutes } from './features/reset/reset.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { publicSettingRoutes } from './features/settings/public-settings.routes.ts'
import { settingRoutes } from './features/settings/settings.routes.ts'
import { siteHealthRoutes } from './features/site-health/site-health.routes.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { takedownReviewRoutes } from './features/takedowns/takedown-review.routes.ts'
import { takedownRoutes } from './features/takedowns/takedowns.routes.ts'
import { trafficRoutes } from './features/traffic/traffic.routes.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { voteExportRoutes } from './features/vote-export/vote-export.routes.ts'
import { hostsApart } from './http/admin-host.ts'
import { bodyPace } from './http/body-pace.ts'
import { errorHandler } from './http/errors.ts'
import { health } from './http/health.ts'
import { logRequests } from './http/logging.ts'
import { operatorOnly } from './http/operator.ts'
import { page } from './http/page.ts'
import { apiHeaders, knownMethods, sameSiteOnly } from './http/security.ts'
import { operationRoutes } from './operations/operations.routes.ts'

const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Every feature's calls; the hot path first. */
const features: ((deps: Deps) => Router)[] = [
  ratingRoutes,
  mediaRoutes,
  mediaOperatorRoutes,
  overviewRoutes,
  userRoutes,
  populationRoutes,
  voteExportRoutes,
  sessionRoutes,
  accountRoutes,
  verificationRoutes,
  profileRoutes,
  uploadRoutes,
  statsRoutes,
  takedownRoutes,
  emailCheckRoutes,
  takedownReviewRoutes,
  auditRoutes,
  adRoutes,
  emailCaptureRoutes,
  capturedEmailRoutes,
  trafficRoutes,
  siteHealthRoutes,
  resetRoutes,
  publicSettingRoutes,
  settingRoutes,
  bucketRoutes,
  operationRoutes,
  operatorLoginRoutes,
]

const nothingHere = () => {
  throw new AppError('not_found', 'There is nothing here.')
}

/** What a process that only takes jobs serves: `/healthz` and `/readyz`. */
export const createProbe = (deps: Pick<Deps, 'db' | 'storage' | 'log'>): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.use(logRequests(deps.log))
  app.use(health(deps))
  app.use(nothingHere)
  app.use(errorHandler(deps.log))
  return app
}

/** The order in which a request meets everything, top to bottom. `built` is the folder of the built page. */
export const createApp = (deps: Deps, built = PAGE): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', deps.config.trustProxy)

  app.use(logRequests(deps.log))
  app.use(bodyPace)
  app.use(knownMethods)
  app.use(hostsApart(deps.config))
  app.use('/api', apiHeaders, sameSiteOnly(deps.config))
  app.use(
    '/api/admin',
    operatorOnly(deps, {
      isLogin: (credentials) => isOpenLogin(deps, credentials),
      onFailure: (...failure) => recordFailedLogin(deps, ...failure),
    }),
  )
  for (const routesOf of features) app.use(routesOf(deps))
  app.use(health(deps))
  app.use('/api', () => {
    throw new AppError('not_found', 'There is no such call.')
  })
  app.use(page({ ...deps, doesAdRun: () => doesAdRunInPage(deps) }, built))
  app.use(nothingHere)
  app.use(errorHandler(deps.log))
  return app
}
