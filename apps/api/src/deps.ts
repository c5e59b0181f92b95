import type { Logger } from 'pino'
import { type Brands, openBrands } from './platform/config/brands.ts'
import type { Config } from './platform/config/config.ts'
import { tempFolder } from './platform/config/data-dir.ts'
import { type Database, openDatabase } from './platform/db/client.ts'
import {
  type JpegMaker,
  type MediaProcessor,
  openMediaProcessor,
  type RenditionMaker,
} from './platform/decoder/decoder-pool.ts'
import { openRateLimits, type RateLimit } from './platform/http/rate-limit.ts'
import { createMailDomainCheck, type TakesMail } from './platform/mail/mail-domain.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { openMailer } from './platform/mail/transports.ts'
import { type Metrics, openMetrics } from './platform/metrics/metrics.ts'
import { openStorage } from './platform/storage/local.ts'
import type { Storage } from './platform/storage/storage.ts'
import { claimTempFolder } from './platform/storage/temp-folder.ts'

export type ReadyConfig = Config & { databaseUrl: string; secret: string; adminPassword: string }

/** Functions take only the dependencies they need, such as `Pick<Deps, 'db'>`. */
export type Deps = {
  config: ReadyConfig
  log: Logger
  metrics: Metrics
  db: Database
  brands: Brands
  mailer: Mailer
  takesMail: TakesMail
  storage: Storage
  rateLimit: RateLimit
  processMedia: MediaProcessor
  makeRenditions: RenditionMaker
  makeJpeg: JpegMaker
  /** Keeps an idle decoder process ready, which stores its temporary files in `folder`. */
  keepDecoderReady: (folder: string) => void
  tempDir: string
}

export const openDeps = async (config: ReadyConfig, log: Logger): Promise<Deps> => {
  const { databaseUrl: url, databaseDirectUrl, databasePool } = config
  const db = openDatabase({ ...databasePool, url, isPooled: databaseDirectUrl !== undefined }, log)
  const brands = openBrands(config)
  return {
    config,
    log,
    metrics: openMetrics(),
    db,
    brands,
    mailer: openMailer(config, brands.of(undefined), log),
    takesMail: createMailDomainCheck(),
    storage: await openStorage(config),
    rateLimit: openRateLimits(config, db),
    ...openMediaProcessor(log, { isNice: config.mediaNice }),
    tempDir: await claimTempFolder(tempFolder(config.dataDir)),
  }
}
