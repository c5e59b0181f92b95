import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { box, broadcastClip, getPlayerView, HEVC, hevcClip, phoneClip, SECRETS } from '../../../test/make/clips.ts'
import { expectNoTrace, filePart, storedFile, upload } from '../../../test/make/upload.ts'

const app = await testApp()
const visitor = await quickVisitor(app)

const send = (bytes: Buffer) => upload(app, visitor, filePart(bytes, 'film.mp4', 'video/mp4'))

describe('a film whose frames all precede its start', () => {
  it('is refused without blocking the next film', async () => {
    expectError(await send(await phoneClip(0, -5)), 400, 'unreadable_media')
    expect((await send(await phoneClip())).status).toBe(201)
  })
})

describe('an accepted film', () => {
  it.each(['M4V ', '3gp4', '3gp5', '3g2a'])('may have the brand %s', async (brand) => {
    const film = await phoneClip()
    film.write(brand, 8, 'latin1')
    const { status, text } = await send(film)
    expect(status, text).toBe(201)
  })

  it('keeps only picture, length and rotation', async () => {
    const given = await phoneClip(90)
    expect(Object.values(SECRETS).every((secret) => given.includes(secret))).toBe(true)
    const { status, body, text } = await send(Buffer.concat([given, Buffer.from('<script>PWNED</script>')]))
    expect(status, text).toBe(201)
    expect(body).toMatchObject({ mimeType: 'video/mp4', width: 64, height: 96, thumbnailUrl: null, placeholder: null })
    const file = await storedFile(app, body.url)
    for (const trace of [...Object.values(SECRETS), 'PWNED', 'udta', 'meta', 'uuid'])
      expect(file.includes(trace), trace).toBe(false)
    const before = await getPlayerView(given)
    const after = await getPlayerView(file)
    expect(after).toMatchObject({
      tracks: ['video'],
      codec: 'avc',
      rotation: 90,
      size: [64, 96],
      duration: before.duration,
    })
    expect(after.tags).toEqual({})
    expect(after.samples.length).toBe(before.samples.length)
    for (const [i, sample] of after.samples.entries())
      expect(before.samples[i]?.subarray(-sample.length)).toEqual(sample)
  })

  it('strips free data from H.265 frames and decoder settings', async () => {
    const given = await hevcClip()
    expect(given.toString('latin1').split(SECRETS.free)).toHaveLength(8)
    const { status, body, text } = await send(given)
    expect(status, text).toBe(201)
    const file = await storedFile(app, body.url)
    expect(file.includes(SECRETS.free)).toBe(false)
    expect(file.includes(HEVC.settings)).toBe(true)
    const { codec, samples } = await getPlayerView(file)
    expect(codec).toBe('hevc')
    expect(samples.map((sample) => Buffer.from(sample).subarray(4))).toEqual([HEVC.frame, HEVC.frame])
  })

  it('starts with its index, so that it plays while it loads', async () => {
    const { body } = await send(await phoneClip())
    const file = await storedFile(app, body.url)
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'))
    expect(file.length).toBe(body.size)
  })
})

describe('uploading an invalid film', () => {
  const patched = async (from: string, to: string) => {
    const bytes = await phoneClip()
    // Patch the last occurrence, because the brand list at the start may contain an identical name.
    bytes.write(to, from === 'isom' ? bytes.indexOf(from) : bytes.lastIndexOf(from), 'latin1')
    return bytes
  }
  it.each<[string, () => Promise<Buffer>, number | number[]]>([
    ['that ends in the middle', async () => (await phoneClip()).subarray(0, -3000), 400],
    ['in an unknown codec', () => patched('avc1', 'zzzz'), 415],
    ['without an index', () => patched('moov', 'free'), [400, 415]],
    ['without samples', () => patched('stsz', 'free'), 400],
    ['whose decoder settings are gone', () => patched('avcC', 'free'), 400],
    ['whose frames are written as for broadcasts, in which players ignore free data', broadcastClip, 400],
    ['of the brand QuickTime', () => patched('isom', 'qt  '), 415],
  ])('refuses a film %s and leaves nothing', async (_what, make, status) =>
    expectNoTrace(app, async () => {
      expectError(await send(await make()), status)
    }),
  )

  it.each([
    ['video', 'qt  ', 'This is an iPhone video (.mov). Convert it to MP4 first.'],
    ['photo', 'heic', 'This is an iPhone photo (.heic). Convert it to JPEG first.'],
    ['photo of several', 'mif1', 'This is an iPhone photo (.heic). Convert it to JPEG first.'],
  ])('explains how to convert an iPhone %s', async (_what, brand, advice) =>
    expectNoTrace(app, async () => {
      const answer = await send(Buffer.concat([Buffer.from(`\0\0\0\x14ftyp${brand}\0\0\0\0${brand}`, 'latin1')]))
      expectError(answer, 415, 'unsupported_type')
      expect(answer.text).toContain(advice)
    }),
  )

  it('refuses a film with 20,000 tracks', async () => {
    const film = await phoneClip()
    const tracks = Buffer.concat(Array.from({ length: 20_000 }, () => box('trak', Buffer.alloc(0))))
    await expectNoTrace(app, async () => {
      const answer = await send(Buffer.concat([film, box('moov', tracks)]))
      expectError(answer, 413, 'too_large')
      expect(answer.text).toContain('A video has at most 20 tracks')
    })
  })

  it('refuses a film that names more data than it has', async () => {
    // Sets each sample's size to that of the whole film.
    const bytes = await phoneClip()
    const sizes = bytes.indexOf('stsz') + 8
    bytes.writeUInt32BE(bytes.length - bytes.indexOf('mdat') - 4, sizes)
    await expectNoTrace(app, async () => {
      expectError(await send(bytes), 400, 'unreadable_media')
    })
  })
})
