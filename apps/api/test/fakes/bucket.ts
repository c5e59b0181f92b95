import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { json, text } from 'node:stream/consumers'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import { inject, it } from 'vitest'
import { openS3Client, type S3Settings } from '../../src/platform/storage/s3-client.ts'
import { afterUse } from '../app/after-use.ts'
import type { S3Offer } from '../app/s3.global.ts'

/** No timeout, because the first request installs and starts the server. */
const askForStore = () =>
  new Promise<S3Offer>((done, fail) => {
    get(inject('s3OfferUrl'), (res) => {
      if (res.statusCode === 200) json(res).then((offer) => done(offer as S3Offer), fail)
      else text(res).then((words) => fail(new Error(words)), fail)
    }).on('error', fail)
  })

const keysIn = async (client: S3Client, bucket: string) => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, EncodingType: 'url' }))
  return Contents.map(({ Key = '' }) => decodeURIComponent(Key))
}

const dropBucket = async (client: S3Client, bucket: string) => {
  for (let keys = await keysIn(client, bucket); keys.length > 0; keys = await keysIn(client, bucket))
    for (const key of keys) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  await client.send(new DeleteBucketCommand({ Bucket: bucket }))
}

/** An empty bucket on a real S3 server; undefined if the test was skipped. */
export const openBucket = async () => {
  const offer = await askForStore()
  if ('problem' in offer) {
    it('on a real S3 server', ({ skip }) => skip(offer.problem))
    return undefined
  }
  const bucket = `hotvote-${randomBytes(8).toString('hex')}`
  const settings: S3Settings = { ...offer.access, bucket, forcePathStyle: true }
  const client = openS3Client(settings)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  afterUse(async () => {
    if (!offer.isTemporary) await dropBucket(client, bucket)
    client.destroy()
  })
  return { settings, client, keys: () => keysIn(client, bucket) }
}

export const s3Env = (settings: S3Settings): Record<string, string> => ({
  S3_BUCKET: settings.bucket,
  S3_ENDPOINT: settings.endpoint ?? '',
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'on',
})
