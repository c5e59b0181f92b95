import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import {
  animation,
  CORNERS,
  makePng,
  noise,
  pngWithTextBombs,
  quarters,
  readCorners,
  webpFrames,
} from '../../../test/make/pictures.ts'
import { filePart, storedFile, upload } from '../../../test/make/upload.ts'

const app = await testApp()
const visitor = await quickVisitor(app)

const uploadPicture = async (bytes: Buffer) => {
  const { status, body } = await upload(app, visitor, filePart(bytes))
  expect(body).toMatchObject({ id: expect.any(Number) })
  expect(status).toBe(201)
  return { ...body, bytes: await storedFile(app, body.url) }
}

const expectCorners = async (bytes: Buffer, expected: readonly (readonly number[])[]) => {
  const corners = await readCorners(bytes)
  for (const [index, corner] of corners.entries())
    for (const [channel, value] of corner.entries())
      expect(Math.abs(value - (expected[index]?.[channel] ?? 0))).toBeLessThan(12)
}

describe('uploading an unusual picture', () => {
  it.each(['gif', 'webp'] as const)('keeps all 61 frames of a %s', async (format) => {
    const { bytes } = await uploadPicture(await animation(format, 61, 24))
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(61)
  })

  it('accepts an animation of 2,000 small frames', async () => {
    await uploadPicture(await webpFrames(2000, 4, 4))
  })

  it('rotates and halves a JPEG of 50 megapixels', async () => {
    const given = await quarters(8161, 6145).withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer()
    const { width, height, bytes } = await uploadPicture(given)
    expect([width, height]).toEqual([3072, 4080])
    const [topLeft, topRight, bottomRight, bottomLeft] = CORNERS
    await expectCorners(bytes, [bottomLeft, topLeft, topRight, bottomRight])
  })

  it('keeps each pixel of a rotated transparent PNG of 17 megapixels', async () => {
    const picture = noise(170, 100).resize(5100, 3400, { kernel: 'nearest' }).ensureAlpha(0.5)
    const given = await picture.withMetadata({ orientation: 6 }).png({ compressionLevel: 1 }).toBuffer()
    const { bytes } = await uploadPicture(given)
    const [stored, upright] = await Promise.all([bytes, given].map((png) => sharp(png).autoOrient().raw().toBuffer()))
    expect(upright && stored?.equals(upright)).toBe(true)
  })

  it.each([1, 2])('accepts a JPEG whose last %i bytes are missing', async (missing) => {
    const given = await quarters(64, 48).jpeg().toBuffer()
    const { bytes } = await uploadPicture(given.subarray(0, -missing))
    await expectCorners(bytes, CORNERS)
  })

  it('accepts a progressive JPEG without its end marker', async () => {
    const given = await noise(200, 100).jpeg({ progressive: true }).toBuffer()
    await uploadPicture(given.subarray(0, -2))
  })

  it.each([
    ['a long screenshot', 300, 16_000],
    ['a small strip', 2000, 10],
  ])('accepts %s', async (_what, width, height) => {
    const stored = await uploadPicture(makePng(width, height))
    expect(stored).toMatchObject({ width, height })
  })

  it('drops texts of a PNG that unpack to gigabytes', async () => {
    const { bytes } = await uploadPicture(pngWithTextBombs())
    expect(bytes.includes('zTXt')).toBe(false)
  })
})
