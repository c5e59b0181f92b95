import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import type { TestApp } from '../../../test/app/test-app.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { getPlayerView } from '../../../test/make/clips.ts'
import {
  describeRealMedia,
  expectNoTrace,
  filePart,
  REAL_MEDIA,
  realMediaIn,
  renditionsMade,
  storedFile,
  upload,
} from '../../../test/make/upload.ts'

const read = (name: string) => readFileSync(join(REAL_MEDIA, name))

/** Metadata markers, too long to occur by chance in compressed pixels. */
const TRACES = ['Exif\0', 'http://ns.adobe', 'xmpmeta', 'Photoshop', 'ICC_PROFILE', 'NIKON', 'Nokia', 'Jolla']

describeRealMedia('real media', () => {
  let app: TestApp
  let visitor: QuickVisitor
  beforeAll(async () => {
    app = await appWithWorker()
    visitor = await quickVisitor(app)
  })

  it.each(['photos', 'gps', 'orientation'].flatMap(realMediaIn))(
    'accepts %s upright and without metadata',
    async (name) => {
      const bytes = read(name)
      const { status, body, text } = await upload(app, visitor, filePart(bytes, name))
      expect(status, text).toBe(201)
      const { autoOrient } = await sharp(bytes).metadata()
      expect(body).toMatchObject(autoOrient)
      const isPortrait = autoOrient.height > autoOrient.width
      if (name.startsWith('orientation/')) expect(isPortrait).toBe(name.includes('portrait'))
      await renditionsMade(app)
      for (const url of [body.url, body.url.replace(/original\.\w+$/, 'display.webp'), body.thumbnailUrl ?? '']) {
        const file = await storedFile(app, url)
        for (const trace of TRACES) expect(file.includes(trace), `${trace} in ${url}`).toBe(false)
        const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(file).metadata()
        expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
        if (url === body.url) expect({ width, height }).toEqual(autoOrient)
        expect(height > width).toBe(isPortrait)
      }
    },
  )

  it.each(realMediaIn('videos'))('accepts %s whole and without tags', async (name) => {
    const bytes = read(name)
    const { status, body, text } = await upload(app, visitor, filePart(bytes, name, 'video/mp4'))
    expect(status, text).toBe(201)
    const [before, after] = [await getPlayerView(bytes), await getPlayerView(await storedFile(app, body.url))]
    expect([body.width, body.height]).toEqual(before.size)
    expect(after.samples.length).toBe(before.samples.length)
    expect(after.duration).toBeCloseTo(before.duration, 2)
    expect(after.tracks.sort()).toEqual(['audio', 'video'])
    expect(after.tags).toEqual({})
  })

  it.each(realMediaIn('bad'))('refuses %s and leaves nothing', async (name) =>
    expectNoTrace(app, async () => {
      expectError(await upload(app, visitor, filePart(read(name), name)), [400, 413, 415])
    }),
  )
})
