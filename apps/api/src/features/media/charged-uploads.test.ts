import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { quarters, webpFrames } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const app = await testApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

const chargedTo = (key: string) =>
  queryCount(app.deps.db, 'SELECT coalesce(sum(points), 0) FROM rate_limits WHERE key = $1', [key])

it('charges seconds of decoding to the upload limits of visitor and network', async () => {
  const visitor = await quickVisitor(app)
  const sender = { ...visitor, headers: { 'x-forwarded-for': '192.0.2.20' } }
  await upload(app, sender, filePart(await webpFrames(2, 4400, 4400)))
  const charged = await chargedTo('upload:address:192.0.2.20')
  expect(charged).toBeGreaterThan(1)
  expect(await chargedTo(`upload:session:${visitor.id}`)).toBe(charged)
})

it('charges a quick upload as one call', async () => {
  const sender = { ...(await quickVisitor(app)), headers: { 'x-forwarded-for': '192.0.2.21' } }
  await upload(app, sender, filePart(await quarters(16, 16).png().toBuffer()))
  expect(await chargedTo('upload:address:192.0.2.21')).toBe(1)
})
