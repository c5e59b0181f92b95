import { randomBytes } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Session } from '@hotvote/shared/sessions'
import pino from 'pino'
import supertest from 'supertest'
import { inject } from 'vitest'
import { createApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { type Deps, openDeps } from '../src/deps.ts'
import { createSiteServer, type ServerLimits } from '../src/http/site-server.ts'
import { openMediaProcessor } from '../src/media/decoder-pool.ts'
import { afterUse } from './after-use.ts'
import { ADMIN_PASSWORD } from './credentials.ts'
import { PATIENT } from './patient.ts'
import { cloneTemplate } from './template-server.ts'

/** A database of its own, cloned from the migrated template; `template0` is an empty one. */
export const testDatabase = (template?: 'template0') => cloneTemplate(inject('postgresUrl'), template)

const WEB = fileURLToPath(new URL('../../web', import.meta.url))

/** What the build makes of the first frame of the rate screen, in short. */
const IMAGE =
  '<img src="{{src}}" width="{{width}}" height="{{height}}" alt="by {{uploadedBy}}" style="{{blur}}" data-backdrop="{{backdrop}}">'
const frame = {
  photo: `<link rel="preload" href="{{src}}"/>{{siteName}}${IMAGE}`,
  widths: `<link rel="preload" imageSrcSet="{{srcset}}"/>{{siteName}}<img srcset="{{srcset}}" sizes="{{sizes}}">${IMAGE}`,
  film: '{{siteName}}<video src="{{src}}" aria-label="by {{uploadedBy}}" style="aspect-ratio:{{ratio}}"></video>',
}
const frames = { ...frame, silent: frame.film }
const FRAMES = { css: '.stage{}', frames: { name: frames, logo: { ...frames, film: '<img src="{{logoUrl}}">' } } }

/** A page to serve that needs no build: its frame and its files, without scripts. */
const pageIn = (dataDir: string) => {
  const folder = join(dataDir, 'page')
  cpSync(join(WEB, 'public'), folder, { recursive: true })
  copyFileSync(join(WEB, 'index.html'), join(folder, 'index.html'))
  writeFileSync(join(folder, '.first-picture.json'), JSON.stringify(FRAMES))
  return folder
}

/** What reads media, for all apps of a worker: a process of each app's own would cost more than most tests. A busy machine serves it, too. */
const media = openMediaProcessor(pino({ level: 'silent' }), { isNice: false })

export type TestApp = { deps: Deps; baseUrl: string; dataDir: string }

/** The application on a database, data folder and port of its own, with relaxed limits unless `env` differs. */
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

/** A browser with a session: `agent` keeps its cookie. */
export const newVisitor = async (app: TestApp) => {
  const agent = supertest.agent(app.baseUrl)
  const sessionId = newSessionId()
  const res = await agent.post('/api/session').send({ sessionId, username: '' }).expect(200)
  const session: Session = res.body
  return {
    ...session,
    agent,
    next: (exclude: number[] = []) => agent.get(`/api/media/random/${session.id}`).query({ exclude }),
    vote: (mediaId: number, isHot: boolean) => agent.post('/api/votes').send({ userId: session.id, mediaId, isHot }),
    view: (mediaId: number) => agent.post(`/api/media/${mediaId}/view`).send({ userId: session.id }),
  }
}
