import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { openBucket, s3Env } from '../../test/fakes/bucket.ts'
import { broken, usedSite } from '../../test/make/used-site.ts'

const bucket = await openBucket()

if (bucket) {
  const { items, look, app } = await usedSite(s3Env(bucket.settings))
  const Bucket = bucket.settings.bucket

  it('compares items with the files of a bucket', async () => {
    expect(broken(await look())).toEqual({})
    const [first, second] = await app.deps.db.query<{ thumb: string; original: string }>({
      text: "SELECT thumb_key AS thumb, original_key AS original FROM media WHERE status = 'ready' ORDER BY id",
    })
    await bucket.client.send(new DeleteObjectCommand({ Bucket, Key: first?.thumb }))
    await bucket.client.send(new PutObjectCommand({ Bucket, Key: second?.original, Body: 'other bytes' }))
    expect(broken(await look())).toEqual({
      'Files of items': [
        expect.stringMatching(`item ${items[1]}: ${second?.original} has 11 bytes instead of \\d+`),
        `item ${items[1]}: its files are not the bytes that were stored`,
        `item ${items[0]}: ${first?.thumb} is missing`,
      ],
    })
  })

  it('reports a bucket that does not answer', async () => {
    const outcomes = await look(false, { s3: { ...bucket.settings, bucket: 'no-such-bucket-of-ours' } })
    const wrong = ['could not be checked: The media store does not answer.']
    expect(broken(outcomes)).toEqual({ 'Files of items': wrong, 'Files without an item': wrong })
  })
}
