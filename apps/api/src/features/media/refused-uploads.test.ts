import { describe, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { animation, COSTLY, makePng, noise, quarters } from '../../../test/make/pictures.ts'
import { buildForm, expectNoTrace, filePart, paddedPng, sendForm, upload, userPart } from '../../../test/make/upload.ts'

const MAX = 20 * 1024 * 1024

const app = await testApp()
const visitor = await quickVisitor(app)

const expectNothing = (act: () => Promise<unknown>) => expectNoTrace(app, act)

describe('uploads that leave nothing when refused', () => {
  it('refuses one byte over 20 MB', () =>
    expectNothing(async () => {
      expectError(await upload(app, visitor, filePart(await paddedPng(MAX + 1))), 413, 'too_large')
    }))

  it.each([
    ['of 400 million pixels', () => makePng(20_000, 20_000, 0)],
    ['of 81 million pixels that are really there', () => makePng(9_000, 9_000)],
    ['with too many pixels in all its frames', () => animation('gif', 11, 2000)],
  ])('refuses an image %s', (_what, make) =>
    expectNothing(async () => {
      expectError(await upload(app, visitor, filePart(await make(), 'bomb.png')), 413, 'too_large')
    }),
  )

  it.each(COSTLY)('refuses %s, which would take long to read', (_what, make, status) =>
    expectNothing(async () => {
      expectError(await upload(app, visitor, filePart(await make(), 'bomb.png')), status)
    }),
  )

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>', 415],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
    ['SVG with a prologue', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 415],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 415],
    ['nothing', '', [400, 415]],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), [400, 415]],
    ['a QuickTime film', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'), 415],
    ['an mp4 that ends after its type', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'), [400, 415]],
  ])('refuses %s', (_what, bytes, status) =>
    expectNothing(async () => {
      for (const [name, type] of [
        ['a.jpg', 'image/jpeg'],
        ['a.mp4', 'video/mp4'],
      ] as const)
        expectError(await upload(app, visitor, filePart(bytes, name, type)), status)
    }),
  )

  it.each(['tiff', 'avif'] as const)('refuses a picture in the format %s', (format) =>
    expectNothing(async () => {
      const bytes = await quarters(16, 16).toFormat(format).toBuffer()
      expectError(await upload(app, visitor, filePart(bytes)), 415, 'unsupported_type')
    }),
  )

  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('refuses a truncated %s', (format) =>
    expectNothing(async () => {
      const bytes = await noise(120, 120).toFormat(format).toBuffer()
      expectError(await upload(app, visitor, filePart(bytes.subarray(0, bytes.length * 0.6))), 400, 'unreadable_media')
    }),
  )

  it('refuses a call without a session or for another user', () =>
    expectNothing(async () => {
      const form = buildForm([userPart(visitor.id), filePart(await quarters(16, 16).png().toBuffer())])
      expectError(await sendForm(app, form), 401, 'no_session')
      expectError(await sendForm(app, form, 'hv_session=made-up'), 401, 'no_session')
      expectError(await sendForm(app, form, (await quickVisitor(app)).cookie), 403, 'not_yours')
    }))
})
