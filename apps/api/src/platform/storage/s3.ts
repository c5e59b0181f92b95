import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { checkKey, getContentType } from '../../domain/media-keys.ts'
import { attempt, getStatus, IDLE, openS3Client, type S3Settings } from './s3-client.ts'
import {
  BUFFERED_MAX,
  type ByteRange,
  CACHE_CONTROL,
  type Content,
  type CopyResult,
  copyBody,
  isListed,
  PAGE_SIZE,
  type Page,
  type Query,
  type Storage,
  type StoredObject,
  storageUnavailable,
} from './storage.ts'

/** Maximum milliseconds without progress, per call including retries. `idle` applies to reading a large body. */
const LIMITS = { put: 10_000, answer: 4000, idle: IDLE }

type Bucket = { client: S3Client; bucket: string; limits: typeof LIMITS }
type Facts = { ETag?: string | undefined; LastModified?: Date | undefined }

/** Normalizes ETags. Ignores the store's content type. */
const describe = (key: string, size: number | undefined, { ETag, LastModified }: Facts): StoredObject => {
  const tag = ETag?.replace(/^W\//, '').replaceAll('"', '')
  if (size === undefined || !LastModified || !tag) throw new Error("The store's response lacks the size, date or ETag")
  return { key, size, contentType: getContentType(key), etag: `"${tag}"`, lastModified: LastModified }
}

/**
 * Computes the MD5 that the store verifies.
 * @throws if the file has another size
 */
const computeMd5 = async (source: string, size: number): Promise<string> => {
  const hash = createHash('md5')
  let length = 0
  for await (const chunk of createReadStream(source)) {
    length += chunk.length
    hash.update(chunk)
  }
  if (length !== size) throw new Error('The file size differs from the declared size')
  return hash.digest('base64')
}

async function* reportingProgress(body: Readable, moved: () => void) {
  for await (const chunk of body) {
    moved()
    yield chunk
  }
}

const putFile = async (
  { client, bucket, limits }: Bucket,
  { key, source }: { key: string; source: string },
  size: number,
) => {
  const md5 = await computeMd5(source, size).catch((failure) => Promise.reject(storageUnavailable(failure)))
  const stored = await attempt({ what: 'PutObject', within: limits.put }, async ({ abortSignal, moved }) => {
    const body =
      size > 0 ? Readable.from(reportingProgress(createReadStream(source, { end: size - 1 }), moved)) : Buffer.alloc(0)
    const facts = {
      ContentType: getContentType(key),
      CacheControl: CACHE_CONTROL,
      ContentLength: size,
      ContentMD5: md5,
    }
    try {
      return await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...facts }), {
        abortSignal,
      })
    } finally {
      if (body instanceof Readable) body.destroy()
    }
  })
  if (!stored) throw storageUnavailable(new Error('S3: the bucket is not there'))
}

const readSizes = ({ ContentLength, ContentRange }: GetObjectCommandOutput, range: ByteRange | undefined) => {
  if (!range) return { total: ContentLength, length: ContentLength }
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? []
  if (Number(start) !== range.start || Number(end) !== range.end) throw new Error('The store sent another part')
  return { total: Number(total), length: range.end - range.start + 1 }
}

type ReadRequest = { key: string; range: ByteRange | undefined; moved: () => void }

const readContent = async (answer: GetObjectCommandOutput, { key, range, moved }: ReadRequest): Promise<Content> => {
  const { Body: body } = answer
  if (!(body instanceof Readable)) throw new Error('The store sent no body')
  try {
    const { total, length } = readSizes(answer, range)
    const object = describe(key, total, answer)
    if (length === undefined || length > BUFFERED_MAX) return { object, body }
    const bytes = await buffer(reportingProgress(body, moved))
    if (bytes.length !== length) throw new Error('The store sent less than it announced')
    return { object, body: bytes }
  } catch (failure) {
    // Destroy the body, because an unread body would keep its socket open.
    body.destroy()
    throw failure
  }
}

const readObject = ({ client, bucket, limits }: Bucket, key: string, range?: ByteRange): Promise<Content | null> =>
  attempt({ what: 'GetObject', within: limits.answer }, async ({ abortSignal, moved }) => {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...part })
    return readContent(await client.send(command, { abortSignal }), { key, range, moved })
  })

const headObject = ({ client, bucket, limits }: Bucket, key: string): Promise<StoredObject | null> =>
  attempt({ what: 'HeadObject', within: limits.answer }, async ({ abortSignal }) => {
    const facts = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
    return describe(key, facts.ContentLength, facts)
  })

/** Returns true if the object is unreadable, for example because it is archived. */
const isRefused = (failure: unknown) => [400, 403].includes(getStatus(failure) ?? 0)

const copyObject = async (
  { client, bucket, limits }: Bucket,
  key: string,
  { to, limit }: { to: string; limit: number },
): Promise<CopyResult> => {
  const answer = await attempt({ what: 'GetObject', within: limits.answer }, ({ abortSignal }) =>
    client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }).catch((failure) => {
      if (isRefused(failure)) return 'unreadable' as const
      throw failure
    }),
  )
  if (answer === 'unreadable') return answer
  if (!answer) return 'gone'
  const { Body: body } = answer
  if (!(body instanceof Readable)) throw storageUnavailable(new Error('S3: the store sent no body'))
  if ((answer.ContentLength ?? 0) > limit) {
    body.destroy()
    return 'too large'
  }
  // Replace stream errors, because they may contain the host and key.
  return copyBody(body, to, limit).catch(
    (): Promise<CopyResult> => Promise.reject(storageUnavailable(new Error('S3: an object broke off'))),
  )
}

/** Decodes listed keys, which are URL-encoded because XML cannot represent every key. */
const decoded = (key: string | undefined) => decodeURIComponent((key ?? '').replaceAll('+', ' '))

type ListFrom = Pick<ListObjectsV2CommandInput, 'StartAfter' | 'ContinuationToken'>

const listOnce = async ({ client, bucket, limits }: Bucket, { prefix, limit = PAGE_SIZE }: Query, from: ListFrom) => {
  const part = { Prefix: prefix, MaxKeys: Math.min(limit, PAGE_SIZE), EncodingType: 'url' as const }
  const command = new ListObjectsV2Command({ Bucket: bucket, ...part, ...from })
  const answer = await attempt({ what: 'ListObjectsV2', within: limits.answer }, ({ abortSignal }) =>
    client.send(command, { abortSignal }),
  )
  if (!answer) throw storageUnavailable(new Error('S3: the bucket is not there'))
  const { Contents = [], IsTruncated = false, NextContinuationToken: next } = answer
  const objects = Contents.map(({ Key, Size = 0, LastModified = new Date(0) }) => ({
    key: decoded(Key),
    size: Size,
    lastModified: LastModified,
  }))
  return { objects, isTruncated: IsTruncated, next }
}

/** Uses the last key as the cursor. An empty page with a continuation token is not the last page. */
const listObjects = async (connection: Bucket, query: Query): Promise<Page> => {
  const { cursor } = query
  let from: ListFrom = cursor ? { StartAfter: cursor } : {}
  for (;;) {
    const { objects, isTruncated, next } = await listOnce(connection, query, from)
    const last = objects.at(-1)
    if (last || !isTruncated)
      return {
        objects: objects.filter(({ key }) => isListed(key, query)),
        cursor: (isTruncated && last?.key) || null,
      }
    if (!next || next === from.ContinuationToken)
      throw storageUnavailable(new Error('S3: the listing ended without a continuation token'))
    from = { ContinuationToken: next }
  }
}

/** Opens an existing bucket. Makes no request until the first call. */
export const openS3Storage = (settings: S3Settings, limits = LIMITS): Storage => {
  const client = openS3Client(settings, limits.idle)
  const { bucket } = settings
  const connection: Bucket = { client, bucket, limits }
  return {
    put: async (key, source, size) => {
      checkKey(key)
      await putFile(connection, { key, source }, size)
    },
    read: async (key, range) => {
      checkKey(key)
      return readObject(connection, key, range)
    },
    head: async (key) => {
      checkKey(key)
      return headObject(connection, key)
    },
    delete: async (key) => {
      checkKey(key)
      await attempt({ what: 'DeleteObject', within: limits.answer }, ({ abortSignal }) =>
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
      )
    },
    list: (query) => listObjects(connection, query),
    copy: (key, target) => copyObject(connection, key, target),
    ready: async () => {
      const found = await attempt({ what: 'HeadBucket', within: limits.answer }, ({ abortSignal }) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
      )
      if (!found)
        throw storageUnavailable(Object.assign(new Error('S3: no bucket'), { code: 'S3 HeadBucket no bucket' }))
    },
  }
}
