import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type Outcome, openSite, runChecks } from '../../src/checkup/open-site.ts'
import { MEDIA_PATH } from '../../src/domain/media-urls.ts'
import { buildRenditions } from '../../src/features/media/renditions.service.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { call, type QuickVisitor, quickVisitors } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import { type TestApp, testApp } from '../app/test-app.ts'
import { quarters } from './pictures.ts'
import { filePart, upload } from './upload.ts'

const SETTINGS = {
  'ad-config/zone1': { zoneName: 'Top', adCode: '<b>ad</b>', isActive: true },
  'ad-config/skip-button': { zoneName: 'Skip', buttonText: 'Later', buttonUrl: 'https://example.com', isActive: true },
  'idle-redirect-config': { idleRedirectTime: 60, idleRedirectUrl: 'https://example.com' },
  'back-button-config': { backButtonUrl: '' },
  'email-capture-config': { isEnabled: true, voteThreshold: 3 },
  'vote-multiplier-config': { isEnabled: true, multiplier: 1.1 },
  'report-config': { hideAfter: 2 },
}

const uploadTo = (app: TestApp, owner: QuickVisitor) => async (count: number) => {
  const picture = await quarters(16, 16).png().toBuffer()
  const replies = await Promise.all(Array.from({ length: count }, () => upload(app, owner, filePart(picture))))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  for (const { body } of replies) await buildRenditions(app.deps, body.url.replace(MEDIA_PATH, ''))
  return replies.map(({ body }) => body.id).sort((a, b) => a - b)
}

/** Runs the checkup, which also reads all files. */
const getCheckup =
  (app: TestApp) =>
  async (fix = false, config?: Partial<Config>): Promise<Outcome[]> => {
    const site = await openSite({ ...app.deps.config, ...config }, { fix, readsFiles: true })
    try {
      return await Array.fromAsync(runChecks(site, fix))
    } finally {
      await site.close()
    }
  }

/** Findings of failed checks by title. */
export const broken = (outcomes: Outcome[]) =>
  Object.fromEntries(outcomes.filter(({ status }) => status === 'WRONG').map(({ title, wrong }) => [title, wrong]))

export const usedSite = async (env?: Record<string, string>) => {
  const app = await testApp(env)
  const visitors = await quickVisitors(app, 4)
  const [owner, voter] = visitors as [QuickVisitor, QuickVisitor]
  const uploaded = uploadTo(app, owner)
  const items = await uploaded(4)
  for (const visitor of visitors.slice(1))
    for (const item of items.slice(0, 3)) {
      await visitor.view(item)
      expect((await visitor.vote(item)).status).toBe(201)
    }
  const body = { email: 'visitor@example.com', sessionId: voter.sessionId }
  expect((await call(app, 'POST /api/auth/send-magic-link', { body, cookie: voter.cookie })).status).toBe(200)
  for (const [path, setting] of Object.entries(SETTINGS))
    expect((await operatorCall(app, `POST /api/admin/${path}`, setting)).status, path).toBe(200)
  const deletion = await call(app, `DELETE /api/media/${items[3]}?userId=${owner.id}`, { cookie: owner.cookie })
  expect(deletion.status).toBe(204)
  const buildPath = (key: string) => join(app.dataDir, 'media', key)
  return {
    app,
    owner,
    voter,
    items,
    uploaded,
    look: getCheckup(app),
    run: (text: string) => app.deps.db.query({ text }),
    buildPath,
    store: async (key: string, minutes: number) => {
      await mkdir(dirname(buildPath(key)), { recursive: true })
      await writeFile(buildPath(key), 'bytes')
      const then = new Date(Date.now() - minutes * 60_000)
      await utimes(buildPath(key), then, then)
    },
  }
}
