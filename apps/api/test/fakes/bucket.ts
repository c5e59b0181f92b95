import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { Duplex, PassThrough, Transform } from 'node:stream'
import { buffer, json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
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
import { ownPort } from '../app/server-process.ts'
import type { S3Offer } from '../app/servers.global.ts'

/** `late` answers 504 first and does the work in `catchUp`. */
type Fault = {
  method: string
  how: 'error' | 'stall' | 'cut request' | 'cut answer' | 'slow' | 'stop half way' | 'late'
  times: number
}

/** Milliseconds that a slow body takes. */
export const SLOW = 6000
const PARTS = 32

const slowly = (size: number) =>
  Duplex.from(async function* (body: AsyncIterable<Buffer>) {
    const most = Math.ceil(size / PARTS)
    for await (const chunk of body) {
      for (let rest = chunk; rest.length > 0; rest = rest.subarray(most)) {
        const part = rest.subarray(0, most)
        await pause((SLOW * part.length) / size)
        yield part
      }
    }
  })

const half = (size: number, cut: () => void) => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const left = Math.floor(size / 2) - seen
      seen += chunk.length
      if (left > 0) this.push(chunk.subarray(0, left))
      if (chunk.length < left) done()
      else cut()
    },
  })
}

type Way = { how: Fault['how'] | undefined; isCut: boolean; cut: () => void }

const faultStream = (headers: IncomingHttpHeaders, { how, isCut, cut }: Way): Duplex => {
  const size = Number(headers['content-length'])
  if (how === 'slow') return slowly(size)
  if (how === 'stop half way') return half(size, () => undefined)
  return isCut ? half(size, cut) : new PassThrough()
}

const keep = async (upstream: URL, [req, res]: [IncomingMessage, ServerResponse]) => {
  const { method, url: path, headers } = req
  const body = await buffer(req)
  res.writeHead(504).end()
  return async () => {
    const onward = request({ hostname: upstream.hostname, port: upstream.port, method, path, headers, agent: false })
    onward.end(body)
    const [answer] = await once(onward, 'response')
    await buffer(answer)
  }
}

const forward = (upstream: URL, [req, res]: [IncomingMessage, ServerResponse], how?: Fault['how']) => {
  const { method, url: path, headers } = req
  const onward = request({ hostname: upstream.hostname, port: upstream.port, method, path, headers, agent: false })
  const cut = () => {
    onward.destroy()
    res.destroy()
  }
  res.on('close', () => onward.destroy())
  onward.on('error', () => res.writableEnded || res.destroy())
  onward.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    // Never forward a body after HEAD.
    if (method === 'HEAD') res.end()
    else answer.pipe(faultStream(answer.headers, { how, isCut: how === 'cut answer', cut })).pipe(res)
  })
  req.pipe(faultStream(headers, { how, isCut: how === 'cut request', cut })).pipe(onward)
}

/** A proxy of a real store with faults on demand. `seen` counts requests by method. */
export const openFaultyStore = async (settings: S3Settings) => {
  const upstream = new URL(settings.endpoint ?? '')
  const state: { fault: Fault | undefined; seen: Record<string, number> } = { fault: undefined, seen: {} }
  const late: Promise<() => Promise<void>>[] = []
  const server = createServer((req, res) => {
    const { method = '' } = req
    state.seen[method] = (state.seen[method] ?? 0) + 1
    const { fault } = state
    const hits = fault && fault.times > 0 && (fault.method === '*' || fault.method === method)
    if (!hits) return forward(upstream, [req, res])
    fault.times--
    if (fault.how === 'stall') return void req.resume()
    if (fault.how === 'late') return void late.push(keep(upstream, [req, res]))
    if (fault.how === 'error') return void req.resume().on('end', () => res.writeHead(500).end())
    forward(upstream, [req, res], fault.how)
  })
  const port = await ownPort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  afterUse(() => (server.listening ? close() : undefined))
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    seen: state.seen,
    /** `*` matches any method. */
    fail: (fault: Fault) => {
      state.fault = fault
      for (const method of Object.keys(state.seen)) delete state.seen[method]
    },
    work: () => {
      state.fault = undefined
    },
    catchUp: async () => {
      for (const act of await Promise.all(late.splice(0))) await act()
    },
    /** Refuses connections until `up`. */
    down: close,
    up: listen,
  }
}

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
