import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { noise } from '../../../test/make/pictures.ts'
import { MAX_CROP_DISTANCE } from '../../domain/perceptual-hash.ts'
import { computeCenterHashes } from './fingerprint.ts'

const [WIDTH, HEIGHT] = [600, 450]
const pictures = Array.from({ length: 40 }, (_, n) =>
  noise(4 + (n % 9), 4 + (n % 7), 100 + n).resize(WIDTH, HEIGHT, { kernel: 'cubic', fit: 'fill' }),
)
const saved = (image: Sharp) => image.clone().png().toBuffer()

const distance = ([removed = 0n]: bigint[], upload: bigint[]) =>
  Math.min(
    ...upload.map(
      (hash) =>
        BigInt.asUintN(64, hash ^ removed)
          .toString(2)
          .replaceAll('0', '').length,
    ),
  )

/** `cut`: fractions cut off left, top, right and bottom. */
const cropPicture = async (image: Sharp, [left = 0, top = 0, right = 0, bottom = 0]: number[], quality: number) => {
  const [x, y] = [Math.round(left * WIDTH), Math.round(top * HEIGHT)]
  const size = { width: Math.round((1 - right) * WIDTH) - x, height: Math.round((1 - bottom) * HEIGHT) - y }
  const cropped = sharp(await saved(image)).extract({ left: x, top: y, ...size })
  return sharp(await cropped.resize(420).jpeg({ quality }).toBuffer())
}

describe("the hashes of a picture's center", () => {
  const cuts = [
    ...[0.01, 0.02, 0.03, 0.04, 0.05].map((cut) => [cut, cut, cut, cut]),
    ...[[0.05], [0, 0.04], [0, 0, 0.03], [0, 0, 0, 0.05], [0.05, 0, 0, 0.02], [0.013, 0.04, 0.037, 0.021]],
  ]
  it.each(cuts.map((cut) => [cut]))('match crops of the picture: %j', async (cut) => {
    for (const picture of pictures.slice(0, 4)) {
      const hashes = await computeCenterHashes(picture.clone())
      expect(distance(hashes, await computeCenterHashes(await cropPicture(picture, cut, 60)))).toBeLessThanOrEqual(
        MAX_CROP_DISTANCE,
      )
    }
  })

  it('match no crop of another picture', async () => {
    const hashes = await Promise.all(pictures.map((picture) => computeCenterHashes(picture.clone())))
    const others = hashes.flatMap((removed, n) =>
      hashes.filter((_, m) => m !== n).map((other) => distance(removed, other)),
    )
    expect(others).toHaveLength(1560)
    expect(others.filter((bits) => bits <= MAX_CROP_DISTANCE)).toEqual([])
  })

  it('do not exist for a plain picture', async () => {
    const plain = sharp({ create: { width: 80, height: 60, channels: 3, background: '#123456' } }).png()
    expect(await computeCenterHashes(sharp(await plain.toBuffer()))).toEqual([])
  })
})
