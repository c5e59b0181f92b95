import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { openBucket, s3Env } from '../../test/bucket.ts'
import { broken, usedSite } from '../../test/used-site.ts'

const bucket = await openBucket()

if (bucket) {
  const { items, look, app } = await usedSite(s3Env(bucket.settings))
  const Bucket = bucket.settings.bucket

  it('looks into a bucket as well as on a disk', async () => {
    // Three items, and a fourth in the trash, whose files a job is about to move there.
    const outcomes = await look()
    expect(broken(outcomes)).toEqual({})
    expect(outcomes.map(({ looked }) => looked)).toContainEqual({ files: 12 })
    expect(outcomes.map(({ looked }) => looked)).toContainEqual({ items: 4, 'items byte by byte': 4 })

    const [first, second] = await app.deps.db.query<{ thumb: string; original: string }>({
      text: "SELECT thumb_key AS thumb, original_key AS original FROM media WHERE status = 'ready' ORDER BY id",
    })
    await bucket.client.send(new DeleteObjectCommand({ Bucket, Key: first?.thumb }))
    await bucket.client.send(new PutObjectCommand({ Bucket, Key: second?.original, Body: 'other bytes' }))
    const found = broken(await look())
    expect(Object.keys(found)).toEqual(['5'])
    expect(found[5]?.split('; ')).toEqual([
      `item ${items[0]}: its thumb is not in the store`,
      expect.stringMatching(`item ${items[1]}: its original has 11 bytes instead of \\d+`),
      `item ${items[1]}: its files are not the bytes that were stored`,
    ])
  })

  it('cannot look into one that is not there', async () => {
    const outcomes = await look({}, false, { s3: { ...bucket.settings, bucket: 'no-such-bucket-of-ours' } })
    expect(outcomes.filter(({ status }) => status === 'failed').map(({ number, reason }) => [number, reason])).toEqual([
      [5, 'The media store does not answer.'],
      [6, 'The media store does not answer.'],
    ])
  })
}
