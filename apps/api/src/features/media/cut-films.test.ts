import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { type Cut, contentOf, cutFilm, filmWithEmptySound, type Sound } from '../../../test/make/cut-films.ts'
import { expectNoTrace, filePart, storedFile, upload } from '../../../test/make/upload.ts'

const app = await testApp()
const visitor = await quickVisitor(app)

const send = async (cut: Cut) => upload(app, visitor, filePart(await cutFilm(cut), 'film.mp4', 'video/mp4'))
const publish = async (cut: Cut) => {
  const { status, body, text } = await send(cut)
  expect(status, text).toBe(201)
  const content = contentOf(await storedFile(app, body.url))
  return { ...(await content), hasSound: body.hasSound }
}
/** Codecs whose decoder needs all earlier packets for each packet. */
const MADE_OF_EARLIER: Sound[] = [
  'Opus',
  'HE-AAC',
  'HE-AAC, called AAC-LC for older decoders',
  'HE-AAC, called AAC-LC of half the rate',
]
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe('the picture of a published film', () => {
  const one = (from: number, seconds: number) => [{ from, seconds }]
  it.each<[string, Cut, { frames: number[]; shown: number[]; duration: number }]>([
    ['without edits', {}, { frames: range(0, 20), shown: range(0, 20), duration: 2 }],
    ['cut at the end', { picture: one(0, 1) }, { frames: range(0, 10), shown: range(0, 10), duration: 1 }],
    [
      'cut at the end, with a hidden frame that two others need',
      { picture: one(0, 0.7) },
      { frames: [...range(0, 7), 8], shown: range(0, 7), duration: 0.7 },
    ],
    [
      'cut at the start at a key frame',
      { picture: one(1, 1) },
      { frames: range(10, 20), shown: range(10, 20), duration: 1 },
    ],
    [
      'cut at the start between key frames',
      { picture: one(1.2, 0.8) },
      { frames: range(10, 20), shown: range(12, 20), duration: 0.8 },
    ],
    [
      'cut at both ends by long entries',
      { picture: one(0.6, 0.4), version: 1 },
      { frames: range(5, 10), shown: range(6, 10), duration: 0.4 },
    ],
    [
      'with edits beyond its end',
      { picture: one(1.5, 9) },
      { frames: range(15, 20), shown: range(15, 20), duration: 0.5 },
    ],
    [
      'with a pause in front',
      { picture: [{ from: null, seconds: 0.5 }, ...one(0, 1)] },
      { frames: range(0, 10), shown: range(0, 10), duration: 1.5 },
    ],
    [
      'whose last edit has no length',
      { picture: one(1.5, 0) },
      { frames: range(15, 20), shown: range(15, 20), duration: 0.5 },
    ],
  ])('keeps what decoding needs: %s', async (_what, cut, { frames, shown, duration }) => {
    const published = await publish(cut)
    expect(published.frames.sort((a, b) => a - b)).toEqual(frames)
    expect(published.shown).toEqual(shown)
    expect(published.pictureList.reduce((sum, seconds) => sum + seconds)).toBeCloseTo(duration, 4)
  })

  it('keeps the order of swapped halves', async () => {
    const { frames, pictureList } = await publish({ picture: [...one(1, 1), ...one(0, 1)] })
    expect(frames).toHaveLength(20)
    expect(pictureList).toEqual([1, 1])
  })
})

describe('the sound of a published film', () => {
  const packet = 1024 / 48_000
  it('starts one packet before the first audible one', async () => {
    const { sounds, soundList, frames } = await publish({ sound: [{ from: 40.5 * packet, seconds: 10 * packet }] })
    expect(sounds).toEqual(range(39, 51))
    expect(soundList[0]).toBeCloseTo(10 * packet, 4)
    expect(frames).toHaveLength(20)
  })

  it('keeps the usual priming of an encoder', async () => {
    const { sounds, hasSound } = await publish({ sound: [{ from: packet, seconds: 1 }] })
    expect(sounds).toEqual(range(0, 48))
    expect(hasSound).toBe(true)
  })

  it.each([...MADE_OF_EARLIER])('keeps the priming of %s', async (kind) => {
    const { sounds } = await publish({ kind, sound: [{ from: 2.5 * packet, seconds: 1 }] })
    expect(sounds).toEqual(range(0, 50))
  })

  it('is missing when its track is empty', async () => {
    const { status, body, text } = await upload(app, visitor, filePart(await filmWithEmptySound(), 'film.mp4'))
    expect(status, text).toBe(201)
    expect(await contentOf(await storedFile(app, body.url))).toMatchObject({ shown: range(0, 20), sounds: [] })
    expect(body.hasSound).toBe(false)
  })

  it('is missing when no edit plays it', async () => {
    expect(await publish({ sound: [{ from: 30, seconds: 1 }] })).toMatchObject({ sounds: [], hasSound: false })
  })
})

describe('a film is refused with advice', () => {
  const second = { from: 1, seconds: 0.5 }
  it.each<[string, Cut]>([
    [
      'that loses its middle',
      {
        picture: [
          { from: 0, seconds: 0.5 },
          { from: 1.5, seconds: 0.5 },
        ],
      },
    ],
    ['of parts that start between key frames', { picture: [{ from: 0.2, seconds: 0.8 }, second] }],
    ['with a pause between two parts', { picture: [{ from: 0.5, seconds: 0.5 }, { from: null, seconds: 1 }, second] }],
    ['at double speed', { picture: [{ ...second, rate: 2 }] }],
    ['with a still', { picture: [{ ...second, rate: 0 }] }],
    ['whose sound is slower', { sound: [{ ...second, rate: 0.5 }] }],
    ...MADE_OF_EARLIER.map((kind): [string, Cut] => [`whose ${kind} starts later`, { kind, sound: [second] }]),
    ['with a hundred edits', { picture: Array.from({ length: 100 }, () => second) }],
  ])('%s', async (_what, cut) =>
    expectNoTrace(app, async () => {
      const answer = await send(cut)
      expectError(answer, 415, 'unsupported_type')
      expect(answer.text).toContain('Export it again and upload the export.')
    }),
  )

  it('when it shows nothing', async () =>
    expectNoTrace(app, async () => {
      expectError(await send({ picture: [{ from: 30, seconds: 1 }] }), 400, 'unreadable_media')
    }))
})
