import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { quarters, readCorners } from '../../../test/make/pictures.ts'
import { filePart, storedFile, upload } from '../../../test/make/upload.ts'

const app = await testApp()
const visitor = await quickVisitor(app)

describe('foreign bytes', () => {
  it.each(['gif', 'jpeg', 'png', 'webp'] as const)('are removed from inside and after a %s', async (format) => {
    const image = quarters(32, 32)
      .withExif({
        IFD0: { Copyright: 'PWNED', ImageDescription: '<?php PWNED' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">PWNED</x:xmpmeta>')
      .withIccProfile('p3')
    const bytes = Buffer.concat([
      await image.toFormat(format).toBuffer(),
      Buffer.from('PK\x03\x04<script>PWNED</script>'),
    ])
    const { status, body, text } = await upload(app, visitor, filePart(bytes))
    expect(status, text).toBe(201)
    for (const url of [body.url, body.thumbnailUrl ?? '']) {
      const file = await storedFile(app, url)
      for (const trace of [
        'PWNED',
        '<?php',
        'PK\x03\x04',
        'Exif',
        'http://ns.adobe',
        'xmpmeta',
        'ICC_PROFILE',
        'iCCP',
        'ICCP',
      ])
        expect(file.includes(trace), trace).toBe(false)
      const facts = await sharp(file).metadata()
      expect([facts.exif, facts.xmp, facts.icc, facts.iptc]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  it('include the color profile, without which colors stay right', async () => {
    const wide = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#c83214' } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const { body } = await upload(app, visitor, filePart(wide))
    const [colour] = await readCorners(await storedFile(app, body.url))
    const [given] = await readCorners(await sharp(wide).toColourspace('srgb').png().toBuffer())
    for (const [i, value] of (colour ?? []).entries()) expect(Math.abs(value - (given?.[i] ?? 0))).toBeLessThan(4)
  })
})
