import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call } from '../../../test/app/call.ts'
import { SOON } from '../../../test/app/soon.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { takedownCases } from '../../../test/make/moderation.ts'
import { animation, barOnNothing, CORNERS, noise, quarters, readCorners } from '../../../test/make/pictures.ts'
import { storedFile } from '../../../test/make/upload.ts'

const app = await appWithWorker()
const { uploaded, takeDown, deleteOwn, expectRefused } = await takedownCases(app)

const readAnnounced = async ({ id }: { id: number }) => {
  const { text } = await call(app, `GET /m/${id}`, { headers: { accept: 'text/html' } })
  return new Map([...text.matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)"/g)].map(([, k, v]) => [k, v]))
}

const readPreview = async (item: { id: number }) => {
  const announced = await readAnnounced(item)
  const { pathname } = new URL(announced.get('og:image') ?? '')
  const { status, headers } = await call(app, `GET ${pathname}`)
  const bytes = await storedFile(app, pathname)
  const { format, width, height, hasAlpha } = await sharp(bytes).metadata()
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(announced.get('og:image:type')).toBe('image/jpeg')
  expect([announced.get('og:image:width'), announced.get('og:image:height')]).toEqual([`${width}`, `${height}`])
  return { pathname, bytes, format, width, height, hasAlpha }
}

/** Skips the last corner, which "Hot or Not?" covers. */
const readClearCorners = async (bytes: Buffer) => (await readCorners(bytes)).slice(0, 3)

describe('the picture of a link preview', () => {
  it.each([
    [1700, 1000],
    [1001, 2003],
    [640, 480],
    [40, 30],
    [1300, 20],
  ])('is a JPEG of 1200 × 630 pixels for a picture of %i × %i', async (width, height) => {
    const made = await noise(16, 12).resize(width, height, { fit: 'fill' }).jpeg().toBuffer()
    expect(await readPreview(await uploaded(made))).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  })

  it('shows the whole picture upright on its own blur', async () => {
    const given = await quarters(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { bytes } = await readPreview(await uploaded(given))
    // A picture of 300 × 400 becomes 473 × 630 pixels.
    const item = await sharp(bytes).extract({ left: 364, top: 0, width: 472, height: 630 }).toBuffer()
    const [topLeft] = await readCorners(item)
    for (const [channel, value] of (CORNERS[3] ?? []).entries())
      expect(Math.abs((topLeft?.[channel] ?? 0) - value)).toBeLessThan(12)
  })

  it.each(['gif', 'webp'] as const)('shows the first frame of an animated %s', async (format) => {
    const preview = await readPreview(await uploaded(await animation(format, 3, 240)))
    expect(preview).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    for (const corner of await readClearCorners(preview.bytes)) expect(Math.max(...corner)).toBeLessThan(12)
  })

  it.each([
    ['dark', 'white', 0],
    ['light', 'black', 255],
  ])('has a %s background behind a %s drawing', async (_ground, background, expected) => {
    const drawing = await barOnNothing(background).png().toBuffer()
    const { bytes, hasAlpha } = await readPreview(await uploaded(drawing))
    expect(hasAlpha).toBe(false)
    for (const corner of await readClearCorners(bytes))
      for (const value of corner) expect(Math.abs(value - expected)).toBeLessThan(24)
  })

  it('answers 404 once its item is removed', async () => {
    const item = await uploaded(await quarters(400, 300).jpeg().toBuffer())
    const { pathname } = await readPreview(item)
    await deleteOwn(item)
    await expect.poll(async () => (await call(app, `GET ${pathname}`)).status, SOON).toBe(404)
  })

  it('is refused as an upload after its item was taken down', async () => {
    const item = await uploaded(await noise(500, 400).jpeg().toBuffer())
    const { bytes } = await readPreview(item)
    await takeDown(item)
    await expectRefused(bytes)
  })
})
