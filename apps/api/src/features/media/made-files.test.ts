import { expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { hold, waitingForLocks } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { openBucket, s3Env } from '../../../test/fakes/bucket.ts'
import { growingPng, noise, quarters } from '../../../test/make/pictures.ts'
import { expectNoTrace, filePart, upload } from '../../../test/make/upload.ts'

const app = await testApp({ RATE_LIMITS: 'on' })
const visitor = await quickVisitor(app)
const send = (png: Buffer) => upload(app, visitor, filePart(png, 'a.png', 'image/png'))

const sendToFullDisk = async ({ app: site, visitor: owner }: { app: typeof app; visitor: typeof visitor }) => {
  const holder = await hold(site.deps.db, 'LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE', [])
  const uploading = upload(site, owner, filePart(await quarters(16, 16).png().toBuffer(), 'a.png', 'image/png'))
  await expect.poll(() => waitingForLocks(site.deps.db), SOON).toBeGreaterThan(0)
  const { minFree } = site.deps.config
  site.deps.config.minFree = Number.MAX_SAFE_INTEGER
  await holder.end()
  const reply = await uploading
  site.deps.config.minFree = minFree
  return reply
}

/** A picture of this size takes more than 64 MB when decoded. */
const SIZE = [8500, 2100] as const

it('delays an upload whose renditions do not fit on the disk', async () => {
  await expectNoTrace(app, async () => {
    const refused = await sendToFullDisk({ app, visitor })
    expectError(refused, 503, 'unavailable')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
  expect((await send(await quarters(16, 16).png().toBuffer())).status).toBe(201)
})

const bucket = await openBucket()
if (bucket)
  it('needs no disk space for renditions with a bucket', async () => {
    const site = await testApp({ RATE_LIMITS: 'on', ...s3Env(bucket.settings) })
    const { status, text } = await sendToFullDisk({ app: site, visitor: await quickVisitor(site) })
    expect(status, text).toBe(201)
  })

it('rejects an upload whose renditions exceed 64 MB and leaves nothing', async () => {
  const png = await growingPng(...SIZE)
  expect(png.length).toBeLessThan(1e6)
  await expectNoTrace(app, async () => {
    expectError(await send(png), 413, 'too_large')
  })
})

it('stores a noisy picture in at most one and a half times its size', async () => {
  const [width, height] = SIZE
  const png = await noise(width / 100, height / 100)
    .resize(width, height)
    .ensureAlpha()
    .png({ adaptiveFiltering: true })
    .toBuffer()
  const { status, body, text } = await send(png)
  expect(status, text).toBe(201)
  expect(body.size).toBeLessThan(1.5 * png.length)
})
