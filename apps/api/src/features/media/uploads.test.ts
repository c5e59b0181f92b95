import { uploadedMedia } from '@hotvote/shared/visitor/uploads'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call, quickVisitor } from '../../../test/app/call.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { animation, CORNERS, noise, quarters, readCorners } from '../../../test/make/pictures.ts'
import {
  buildForm,
  filePart,
  paddedPng,
  renditionsMade,
  sendForm,
  storedFile,
  upload,
  userPart,
} from '../../../test/make/upload.ts'

const MAX = 20 * 1024 * 1024

const app = await appWithWorker()
const visitor = await quickVisitor(app)

describe('an accepted upload', () => {
  it.each([
    ['jpeg', () => quarters(64, 48).jpeg().toBuffer()],
    ['png', () => quarters(64, 48).png().toBuffer()],
    ['gif', () => quarters(64, 48).gif().toBuffer()],
    ['webp', () => quarters(64, 48).webp().toBuffer()],
  ])('keeps the type %s and is served with it', async (format, make) => {
    const reply = await upload(app, visitor, filePart(await make(), `a.${format}`, `image/${format}`))
    expect(reply.status, reply.text).toBe(201)
    const media = uploadedMedia.parse(reply.body)
    expect(media).toMatchObject({ mimeType: `image/${format}`, width: 64, height: 48, originalName: `a.${format}` })
    expect(media.url).toMatch(/^\/media\/\d{4}\/\d{2}\/[0-9a-z]{26}-original\.(jpg|png|gif|webp)$/)
    const served = await call(app, `GET ${media.url}`)
    expect(served.headers['content-type']).toBe(`image/${format}`)
    expect((await storedFile(app, media.url)).length).toBe(media.size)
    expect((await sharp(await storedFile(app, media.url)).metadata()).format).toBe(format)
    expect(await sharp(await storedFile(app, media.thumbnailUrl ?? '')).metadata()).toMatchObject({
      width: 64,
      height: 48,
    })
  })

  it('is shown to others and counted at once', async () => {
    const [other, owner] = [await quickVisitor(app), await quickVisitor(app)]
    const { body } = await upload(app, owner, filePart(await noise(300, 200).jpeg().toBuffer()))
    const seen = new Set<number>()
    for (;;) {
      const { body: item, status } = await other.next()
      if (status === 404) break
      seen.add(item.id)
      await other.vote(item.id)
    }
    expect(seen).toContain(body.id)
    const [row] = await app.deps.db.query<{ uploads: number }>({ text: 'SELECT uploads FROM users WHERE id = $1' }, [
      owner.id,
    ])
    expect(row?.uploads).toBe(1)
  })

  it('gets a position without gaps when many arrive at once', async () => {
    const jpeg = await quarters(16, 16).jpeg().toBuffer()
    const replies = await Promise.all(Array.from({ length: 12 }, () => upload(app, visitor, filePart(jpeg))))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    const [row] = await app.deps.db.query<{ gaps: number }>({
      text: `SELECT (SELECT last_position FROM catalog) - count(*) AS gaps FROM media WHERE position IS NOT NULL`,
    })
    expect(row?.gaps).toBe(0)
  })

  it('keeps an animation moving', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const { body, text } = await upload(app, visitor, filePart(await animation(format, 5), `a.${format}`))
      const file = await sharp(await storedFile(app, body.url), { animated: true }).metadata()
      expect(file, text).toMatchObject({ format, pages: 5, pageHeight: 32, loop: 3, delay: [80, 80, 80, 80, 80] })
      expect(body).toMatchObject({ width: 32, height: 32 })
      expect((await sharp(await storedFile(app, body.thumbnailUrl ?? '')).metadata()).pages ?? 1).toBe(1)
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned upright by orientation tag %i', async (orientation) => {
    // Rotates the pixels, so that the orientation tag turns the picture upright.
    const raw = await quarters(80, 40).png().toBuffer()
    const undo = {
      1: [0, false],
      2: [0, true],
      3: [180, false],
      4: [180, true],
      5: [270, true],
      6: [270, false],
      7: [90, true],
      8: [90, false],
    }
    const [angle, mirrored] = undo[orientation as keyof typeof undo] as [number, boolean]
    const turned = await sharp(mirrored ? await sharp(raw).flop().toBuffer() : raw)
      .rotate(angle)
      .toBuffer()
    const tagged = await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
    const { body } = await upload(app, visitor, filePart(tagged))
    expect(body).toMatchObject({ width: 80, height: 40 })
    await renditionsMade(app)
    for (const url of [body.url, body.url.replace('original.jpg', 'display.webp'), body.thumbnailUrl ?? '']) {
      const corners = await readCorners(await storedFile(app, url))
      corners.forEach((colour, i) => {
        for (const [part, value] of colour.entries())
          expect(Math.abs(value - (CORNERS[i]?.[part] ?? 0))).toBeLessThan(25)
      })
    }
  })

  it('may be exactly 20 MB large', async () => {
    const { status, text } = await upload(app, visitor, filePart(await paddedPng(MAX), 'max.png'))
    expect(status, text).toBe(201)
  })

  it('may have its fields in any order', async () => {
    const file = filePart(await quarters(16, 16).png().toBuffer())
    expect((await sendForm(app, buildForm([file, userPart(visitor.id)]), visitor.cookie)).status).toBe(201)
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\x.png', 'x.png'],
    ['a%0d%0aX-Evil: 1.png', 'aX-Evil: 1.png'],
    ['a%22; filename=%22b.html', 'a"; filename="b.html'],
    ['<img src=x onerror=1>.png', '<img src=x onerror=1>.png'],
    ['.htaccess', '.htaccess'],
    ['CON.png', 'CON.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['👨‍👩‍👧 می‌خواهم.png', '👨‍👩‍👧 می‌خواهم.png'],
    ['...', 'upload.png'],
    ['e\u0301.png', '\u00e9.png'],
    [`${'n'.repeat(5000)}.png`, 'n'.repeat(200)],
  ])('is stored with a harmless name: %j', async (name, stored) => {
    const { status, body, text } = await upload(app, visitor, filePart(await quarters(8, 8).png().toBuffer(), name))
    expect(status, text).toBe(201)
    expect(body.originalName).toBe(stored)
    const served = await call(app, `GET ${body.url}`)
    expect(served.headers['x-evil']).toBeUndefined()
    expect(served.headers['content-disposition']).toMatch(/^inline; filename="[a-z0-9-]+\.png"$/)
  })
})
