import type { Backdrop } from '@hotvote/shared/media-facts'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import sharp, { type Color } from 'sharp'
import { describe, expect, it } from 'vitest'
import { call, quickVisitor } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { barOnNothing, quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const app = await testApp()
const owner = await quickVisitor(app)

/** Creates an animation of two frames. */
const moving = async (background: Color) => {
  const sharply = await barOnNothing(background).png().toBuffer()
  const softly = await sharp(sharply).blur(5).png().toBuffer()
  return sharp([sharply, softly], { join: { animated: true } })
}

const uploadPicture = async (bytes: Buffer) => {
  const { status, text, body } = await upload(app, owner, filePart(bytes))
  expect(status, text).toBe(201)
  return body
}
const read = async (id: number) => (await call<RatingItem>(app, `GET /api/items/${id}`, owner)).body

describe('the backdrop of a picture with transparency', () => {
  it.each<[string, Backdrop, () => Promise<Buffer>]>([
    ['a black PNG', 'light', () => barOnNothing('black').png().toBuffer()],
    ['a white PNG', 'dark', () => barOnNothing('white').png().toBuffer()],
    ['a dark blue PNG', 'light', () => barOnNothing('#003').png().toBuffer()],
    ['a yellow PNG', 'dark', () => barOnNothing('#ff0').png().toBuffer()],
    ['a black PNG that shines through', 'light', () => barOnNothing({ r: 0, g: 0, b: 0, alpha: 0.4 }).png().toBuffer()],
    ['a black PNG in grey', 'light', () => barOnNothing('black').toColourspace('b-w').png().toBuffer()],
    ['a black PNG of 16 bits', 'light', () => barOnNothing('black').toColourspace('rgb16').png().toBuffer()],
    ['a white PNG with a palette', 'dark', () => barOnNothing('white').png({ palette: true }).toBuffer()],
    ['a black WebP', 'light', () => barOnNothing('black').webp().toBuffer()],
    ['a white WebP', 'dark', () => barOnNothing('white').webp({ lossless: true }).toBuffer()],
    ['a black GIF', 'light', () => barOnNothing('black').gif().toBuffer()],
    ['an animated black GIF', 'light', async () => (await moving('black')).gif().toBuffer()],
    ['an animated white WebP', 'dark', async () => (await moving('white')).webp().toBuffer()],
  ])('shows %s on a %s ground', async (_picture, backdrop, make) => {
    const uploaded = await uploadPicture(await make())
    expect(uploaded).toMatchObject({ backdrop, placeholder: null, hasSound: null })
    expect(await read(uploaded.id)).toMatchObject({ backdrop, placeholder: null })
  })

  it.each([
    ['a JPEG', () => quarters(64, 48).jpeg().toBuffer()],
    ['a PNG whose alpha is full', () => quarters(640, 480).ensureAlpha().png().toBuffer()],
  ])('is not set for %s', async (_picture, make) => {
    const uploaded = await uploadPicture(await make())
    expect(uploaded).toMatchObject({ backdrop: null, placeholder: expect.any(String) })
  })

  it('is listed for the uploader and the operator', async () => {
    const { id } = await uploadPicture(await barOnNothing('black').png().toBuffer())
    const item = expect.objectContaining({ id, backdrop: 'light' })
    const own = await call<{ mediaStats: unknown[] }>(app, `GET /api/users/${owner.id}/stats`, owner)
    expect(own.body.mediaStats).toContainEqual(item)
    expect((await operatorCall(app, 'GET /api/admin/media')).body).toContainEqual(item)
    const voter = await quickVisitor(app)
    await voter.vote(id)
    expect((await operatorCall(app, `GET /api/admin/users/${voter.id}/votes`)).body).toContainEqual(item)
    await operatorCall(app, `DELETE /api/admin/media/${id}`)
    expect((await operatorCall(app, 'GET /api/admin/trash')).body).toContainEqual(item)
  })
})
