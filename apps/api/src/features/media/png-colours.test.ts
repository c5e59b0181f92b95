import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { chunk, pngWith } from '../../../test/make/pictures.ts'
import { filePart, storedFile, upload } from '../../../test/make/upload.ts'
import { makeProfile, SRGB_PRIMARIES } from '../../platform/decoder/png-colours.ts'

const app = await testApp()
const visitor = await quickVisitor(app)

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const gama = (value: number) => chunk('gAMA', numbers(value))
const cicp = (...values: number[]) => chunk('cICP', Buffer.from(values))
const P3 = chunk('cHRM', numbers(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000))
const SRGB = chunk('sRGB', Buffer.from([0]))
const LINEAR = makeProfile(SRGB_PRIMARIES, [1, 1, 0, 1, 0], false) ?? Buffer.alloc(0)
const iccp = (profile: Buffer) => chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(profile)]))

const PIXELS = {
  colour: { kind: 2, bits: 8, pixel: [200, 150, 100] },
  alpha: { kind: 6, bits: 8, pixel: [200, 150, 100, 255] },
  grey: { kind: 0, bits: 8, pixel: [120] },
  deepColour: { kind: 2, bits: 16, pixel: [200, 200, 150, 150, 100, 100] },
}
const AS_SENT = [200, 150, 100]
const BRIGHTER = [229, 202, 168]

const makeOnePixelPng = (name: keyof typeof PIXELS, chunks: Buffer[]) => {
  const { kind, bits, pixel } = PIXELS[name]
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(8 * pixel.length, Buffer.from(pixel))])
  return pngWith(8, 8, { kind, bits, rows: Buffer.alloc(8 * row.length, row), chunks })
}

// Expected colors as painted by Chromium 156.
it.each([
  ['gamma 1.0', 'colour', [gama(100_000)], BRIGHTER],
  ['gamma 1/1.8', 'colour', [gama(55_556)], [210, 167, 119]],
  ['the gamma of sRGB', 'colour', [gama(45_455)], AS_SENT],
  ['the primaries of Display P3 and a gamma', 'colour', [gama(45_455), P3], [210, 149, 91]],
  ['primaries without a gamma', 'colour', [P3], AS_SENT],
  ['primaries that no light has', 'colour', [gama(100_000), chunk('cHRM', Buffer.alloc(32))], AS_SENT],
  ['sRGB over gamma', 'colour', [SRGB, gama(100_000)], AS_SENT],
  ['a profile over sRGB', 'colour', [SRGB, iccp(LINEAR)], BRIGHTER],
  ['gamma in place of a broken profile', 'colour', [gama(100_000), iccp(Buffer.alloc(200, 7))], BRIGHTER],
  ['code points of Display P3', 'colour', [cicp(12, 13, 0, 1)], [209, 147, 91]],
  ['code points over gamma', 'colour', [cicp(1, 13, 0, 1), gama(100_000)], AS_SENT],
  ['code points over a profile', 'colour', [cicp(1, 13, 0, 1), iccp(LINEAR)], AS_SENT],
  ['code points of BT.2020', 'colour', [cicp(9, 1, 0, 1)], [225, 136, 80]],
  ['gamma in place of unknown code points', 'colour', [cicp(2, 2, 0, 1), gama(100_000)], BRIGHTER],
  ['gamma with alpha', 'alpha', [gama(100_000)], BRIGHTER],
  ['gamma of grey', 'grey', [gama(100_000)], [183, 183, 183]],
  ['gamma with 16 bits', 'deepColour', [gama(100_000)], BRIGHTER],
] as const)('applies %s to a PNG as browsers do', async (...[, pixels, chunks, expected]) => {
  const { status, body } = await upload(app, visitor, filePart(makeOnePixelPng(pixels, [...chunks])))
  expect(status).toBe(201)
  const original = await storedFile(app, body.url)
  const colour = await sharp(original).removeAlpha().toColourspace('srgb').raw().toBuffer()
  for (const [channel, value] of expected.entries())
    expect(Math.abs((colour[channel] ?? 0) - value)).toBeLessThanOrEqual(1)
})

it.each([16, 18])('refuses a PNG in HDR (transfer %i) and explains it', async (transfer) => {
  const hdr = makeOnePixelPng('colour', [cicp(9, transfer, 0, 1)])
  const refused = await upload(app, visitor, filePart(hdr))
  expectError(refused, 415, 'unsupported_type')
  expect(refused.body).toMatchObject({ message: expect.stringContaining('HDR') })
})
