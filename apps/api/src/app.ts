import { fileURLToPath } from 'node:url'
import express, { type Express } from 'express'
import type { Deps } from './deps.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { verificationRoutes } from './features/accounts/verification.routes.ts'
import { adRoutes } from './features/ads/ads.routes.ts'
import { adOperatorRoutes } from './features/ads/ads-operator.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { databaseRoutes } from './features/database/database.routes.ts'
import { emailCaptureRoutes } from './features/email-capture/email-capture.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { mediaOperatorRoutes } from './features/media/media-operator.routes.ts'
import { operationRoutes } from './features/operations/operations.routes.ts'
import { profileRoutes } from './features/profiles/profiles.routes.ts'
import { ratingRoutes } from './features/rating/rating.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { takedownReviewRoutes } from './features/takedowns/takedown-review.routes.ts'
import { takedownRoutes } from './features/takedowns/takedowns.routes.ts'
import { trafficRoutes } from './features/traffic/traffic.routes.ts'
import { trafficOperatorRoutes } from './features/traffic/traffic-operator.routes.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { voteMultiplierRoutes } from './features/vote-multiplier/vote-multiplier.routes.ts'
import { AppError, errorHandler } from './http/errors.ts'
import { health } from './http/health.ts'
import { logRequests } from './http/logging.ts'
import { operatorOnly } from './http/operator.ts'
import { page } from './http/page.ts'
import { apiHeaders, knownMethods, sameSiteOnly } from './http/security.ts'

const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The order in which a request meets everything, top to bottom. */
export const createApp = (deps: Deps): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', deps.config.trustProxy)

  app.use(logRequests(deps.log))
  app.use(knownMethods)
  app.use('/api', apiHeaders, sameSiteOnly(deps.config))
  app.use('/api/admin', operatorOnly(deps.config))
  app.use(ratingRoutes(deps))
  app.use(mediaRoutes(deps))
  app.use(mediaOperatorRoutes(deps))
  app.use(userRoutes(deps))
  app.use(sessionRoutes(deps))
  app.use(accountRoutes(deps))
  app.use(verificationRoutes(deps))
  app.use(profileRoutes(deps))
  app.use(uploadRoutes(deps))
  app.use(statsRoutes(deps))
  app.use(takedownRoutes(deps))
  app.use(takedownReviewRoutes(deps))
  app.use(auditRoutes(deps))
  app.use(adRoutes(deps))
  app.use(adOperatorRoutes(deps))
  app.use(emailCaptureRoutes(deps))
  app.use(voteMultiplierRoutes(deps))
  app.use(trafficRoutes(deps))
  app.use(trafficOperatorRoutes(deps))
  app.use(databaseRoutes(deps))
  app.use(operationRoutes(deps))
  app.use(health(deps))
  app.use('/api', () => {
    throw new AppError('not_found', 'There is no such call.')
  })
  app.use(page(deps, PAGE))
  app.use(() => {
    throw new AppError('not_found', 'There is nothing here.')
  })
  app.use(errorHandler(deps.log))
  return app
}
