import { randomBytes } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { inject } from 'vitest'
import { createApp } from '../../src/app.ts'
import { type Deps, openDeps } from '../../src/deps.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { openMediaProcessor } from '../../src/platform/decoder/decoder-pool.ts'
import { createSiteServer, type ServerLimits } from '../../src/platform/http/site-server.ts'
import { afterUse } from './after-use.ts'
import { ADMIN_PASSWORD, PATIENT } from './settings.ts'
import { cloneTemplate } from './template-server.ts'

/** Clones the migrated template; `template0` is empty. */
export const testDatabase = (template?: 'template0') => cloneTemplate(inject('postgresUrl'), template)

const WEB = fileURLToPath(new URL('../../../web', import.meta.url))

const pageIn = (dataDir: string) => {
  const folder = join(dataDir, 'page')
  cpSync(join(WEB, 'public'), folder, { recursive: true })
  copyFileSync(join(WEB, 'index.html'), join(folder, 'index.html'))
  return folder
}

/** One media processor per test worker, because starting one takes longer than most tests. */
const media = openMediaProcessor(pino({ level: 'silent' }), { isNice: false })

export type TestApp = { deps: Deps; baseUrl: string; dataDir: string }

/** Rate limits are relaxed by default. */
export const testApp = async (env: Record<string, string> = {}, limits: ServerLimits = {}): Promise<TestApp> => {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'hotvote-data-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET: 's'.repeat(32),
    ADMIN_PASSWORD,
    RATE_LIMITS: 'relaxed',
    ...PATIENT,
    ...env,
  })
  const { databaseUrl = '', secret = '', adminPassword = '' } = config
  const ready = { ...config, databaseUrl, secret, adminPassword }
  const deps = { ...(await openDeps(ready, pino({ level: 'silent' }))), ...media }
  const isPatient = { keepAliveTimeout: 0, timeout: 0 }
  const server = createSiteServer(createApp(deps, pageIn(dataDir)), { ...isPatient, ...limits }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  afterUse(async () => {
    server.closeAllConnections()
    server.close()
    deps.mailer.close()
    await deps.db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { deps, dataDir, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export const newSessionId = () => randomBytes(24).toString('base64url')
