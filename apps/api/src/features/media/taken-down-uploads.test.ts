import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { filmFile, phoneClip } from '../../../test/make/clips.ts'
import { newPicture, takedownCases } from '../../../test/make/moderation.ts'
import { animation } from '../../../test/make/pictures.ts'
import { countTraces, expectNoTrace, storedFile } from '../../../test/make/upload.ts'

const app = await appWithWorker()
const { uploaded, takeDown, untilErased, expectRefused } = await takedownCases(app)

const drop = async (key: string, bytes: Buffer) => {
  const path = join(app.dataDir, 'media', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}
const runImport = async () => (await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')).body

describe('an upload after a takedown', () => {
  it('is refused as an identical file by any visitor and leaves nothing', async () => {
    const bytes = await newPicture().jpeg().toBuffer()
    const item = await uploaded(bytes)
    await takeDown(item)
    await untilErased()
    await expectNoTrace(app, async () => expectRefused(bytes, await quickVisitor(app)))
  })

  it('is refused as identical pixels with other metadata, orientation or format', async () => {
    const picture = newPicture()
    const png = await picture.clone().png().toBuffer()
    await takeDown(await uploaded(png))
    const again = () => sharp(png)
    await expectRefused(
      await again()
        .withExif({ IFD0: { Artist: 'Somebody' } })
        .png()
        .toBuffer(),
    )
    await expectRefused(
      await again().rotate(90).withMetadata({ orientation: 8 }).png({ compressionLevel: 1 }).toBuffer(),
    )
    await expectRefused(await again().webp({ lossless: true }).toBuffer())
    await expectRefused(await again().ensureAlpha().png().toBuffer())
  })

  it('is refused as identical pixels without their color profile', async () => {
    const tagged = await newPicture().withIccProfile('p3').jpeg().toBuffer()
    const from = tagged.indexOf(Buffer.from([0xff, 0xe2]))
    const bare = Buffer.concat([tagged.subarray(0, from), tagged.subarray(from + 2 + tagged.readUInt16BE(from + 2))])
    await takeDown(await uploaded(tagged))
    await expectRefused(bare)
  })

  it('is refused as a saved original or rendition', async () => {
    const item = await uploaded(await newPicture().resize(1200, 900).jpeg({ quality: 95 }).toBuffer())
    const original = await storedFile(app, item.url)
    const stage = ['display', 'medium', 'small'].map((variant) => item.url.replace(/original\.\w+$/, `${variant}.webp`))
    const files = await Promise.all(stage.map((url) => storedFile(app, url)))
    await takeDown(item)
    for (const file of [original, ...files]) await expectRefused(file)
  })

  it.each(['gif', 'webp'] as const)('is refused as an identical animation with other metadata: %s', async (format) => {
    const bytes = await animation(format, format === 'gif' ? 4 : 6)
    await takeDown(await uploaded(bytes))
    await expectRefused(
      await sharp(bytes, { animated: true })
        .withExif({ IFD0: { Artist: 'x' } })
        .toFormat(format, { loop: 9, lossless: true })
        .toBuffer(),
    )
  })

  it('is refused as an identical film in another container with other tags', async () => {
    await takeDown(await uploaded(await phoneClip()))
    await expectRefused(await phoneClip(90, 3))
    await expectRefused(await filmFile('phone'))
  })

  it('is accepted with another picture', async () => {
    await takeDown(await uploaded(await newPicture().png().toBuffer()))
    await uploaded(await newPicture().png().toBuffer())
    // Equal pixel bytes in another shape are a different picture.
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#123456' } })
        .png()
        .toBuffer()
    await takeDown(await uploaded(await flat(20, 10)))
    await uploaded(await flat(10, 20))
  })
})

describe('the import from a bucket', () => {
  it('refuses taken-down pictures in foreign files and orphaned originals', async () => {
    const bytes = await newPicture().png().toBuffer()
    const item = await uploaded(bytes)
    const files = ['original.png', 'display.webp', 'thumb.webp'].map((end) => item.url.replace(/original\.png$/, end))
    const stored = await Promise.all(files.map((url) => storedFile(app, url)))
    await takeDown(item)
    await untilErased()
    for (const [n, url] of files.entries()) await drop(url.replace('/media/', ''), stored[n] ?? bytes)
    await drop(
      'holiday/again.png',
      await sharp(bytes)
        .withExif({ IFD0: { Artist: 'x' } })
        .png()
        .toBuffer(),
    )
    const before = await countTraces(app)
    const { imported, errors } = await runImport()
    expect(imported).toBe(0)
    const reason = 'Taken down after a copyright claim'
    expect(errors).toEqual(
      expect.arrayContaining([
        { key: 'holiday/again.png', reason },
        { key: expect.stringMatching(/^\d{4}\/\d{2}\//), reason },
      ]),
    )
    expect(await countTraces(app)).toEqual(before)
  })
})
