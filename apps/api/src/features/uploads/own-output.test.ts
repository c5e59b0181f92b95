import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/after-use.ts'
import { phoneClip } from '../../../test/clips.ts'
import { cutFilm } from '../../../test/cut-films.ts'
import { animation, noise, quarters } from '../../../test/pictures.ts'
import { openLog } from '../../log.ts'
import { openMediaProcessor } from '../../media/media-processor.ts'
import { isOwnOutput } from '../../media/own-output.ts'

/** In a process of its own, as the site does it: it settles there for good what its image library may read. */
const { processMedia } = openMediaProcessor(openLog({ logLevel: 'silent' }), { isNice: false })
const folder = await mkdtemp(join(tmpdir(), 'hotvote-writing-'))
afterUse(() => rm(folder, { recursive: true }))

/** What an upload of these bytes leaves, and whether the bytes themselves count as ours. */
const processed = async (bytes: Buffer) => {
  const into = await mkdtemp(join(folder, 'item-'))
  const path = join(into, 'sent')
  await writeFile(path, bytes)
  const { mimeType } = await processMedia({ path, folder: into })
  return { mimeType, path, original: join(into, 'original') }
}
const isOurs = async (bytes: Buffer) => {
  const { mimeType, path, original } = await processed(bytes)
  return isOwnOutput(mimeType, path, original)
}

const exif = { IFD0: { Artist: 'SPYPHONE' } }
const still = () => quarters(40, 30)
const rounded = () => still().ensureAlpha(0.5)
const media: [string, () => Promise<Buffer>][] = [
  ['JPEG', () => still().jpeg().toBuffer()],
  ['JPEG of noise', () => noise(200, 100).jpeg({ quality: 100 }).toBuffer()],
  ['grey JPEG', () => still().greyscale().jpeg().toBuffer()],
  ['JPEG with EXIF', () => still().withExif(exif).jpeg().toBuffer()],
  ['PNG', () => still().png().toBuffer()],
  ['PNG with palette', () => rounded().png({ palette: true }).toBuffer()],
  ['PNG with 16 bits and a profile', () => still().toColourspace('rgb16').withIccProfile('p3').png().toBuffer()],
  ['WebP', () => rounded().webp().toBuffer()],
  ['lossless WebP', () => still().webp({ lossless: true }).toBuffer()],
  ['moving WebP', () => animation('webp', 5)],
  ['GIF', () => still().gif().toBuffer()],
  ['moving GIF', () => animation('gif', 5)],
  ['video', () => phoneClip()],
  ['turned video', () => phoneClip(90)],
  ['cut video', () => cutFilm({ picture: [{ from: 0.7, seconds: 1 }], sound: [{ from: 0.7, seconds: 1 }] })],
]

describe('what we wrote ourselves', () => {
  it.each(media)('is known as such: %s', async (_name, make) => {
    const { mimeType, original } = await processed(await make())
    const again = await mkdtemp(join(folder, 'again-'))
    await processMedia({ path: original, folder: again })
    expect(await isOwnOutput(mimeType, original, join(again, 'original'))).toBe(true)
  })
})

const comment = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), Buffer.from(text)])
const afterStart = (bytes: Buffer, offset: number, extra: Buffer) =>
  Buffer.concat([bytes.subarray(0, offset), extra, bytes.subarray(offset)])
const cleanClip = async () => readFile((await processed(await phoneClip())).original)
/** A box that players pass over, at the end of the file. */
const box = (name: string) => Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from(`${name}SPYPHONE`)])

describe('what an upload would have lost', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['EXIF of a JPEG', () => still().withExif(exif).jpeg().toBuffer()],
    ['EXIF of a PNG', () => still().withExif(exif).png().toBuffer()],
    ['EXIF of a WebP', () => still().withExif(exif).webp().toBuffer()],
    ['XMP', () => still().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg().toBuffer()],
    ['a colour profile', () => still().withIccProfile('p3').jpeg().toBuffer()],
    ['a comment of a JPEG', async () => afterStart(await still().jpeg().toBuffer(), 2, comment('SPYPHONE'))],
    [
      'a comment of a GIF',
      async () => {
        const bytes = await still().gif().toBuffer()
        return afterStart(bytes, bytes.length - 1, Buffer.from('\x21\xfe\x08SPYPHONE\0', 'latin1'))
      },
    ],
    ['bytes behind a JPEG', async () => Buffer.concat([await still().jpeg().toBuffer(), Buffer.from('SPY')])],
    ['bytes behind a PNG', async () => Buffer.concat([await still().png().toBuffer(), Buffer.from('SPY')])],
    ['bytes behind a WebP', async () => Buffer.concat([await still().webp().toBuffer(), Buffer.from('SPY')])],
    ['bytes behind a GIF', async () => Buffer.concat([await still().gif().toBuffer(), Buffer.from('SPY')])],
    ['tags and free data of a video', () => phoneClip()],
    ['a further box of a video', async () => Buffer.concat([await cleanClip(), box('uuid')])],
    ['free space of a video that is not empty', async () => Buffer.concat([await cleanClip(), box('free')])],
  ])('is seen: %s', async (_name, make) => {
    expect(await isOurs(await make())).toBe(false)
  })
})
