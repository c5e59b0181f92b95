import { randomBytes } from 'node:crypto'
import type { S3Settings } from '../../src/platform/storage/s3-client.ts'
import { newDataDir, runServer } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { type openBucket, s3Env } from '../fakes/bucket.ts'
import { startMailServer } from '../fakes/mail-server.ts'
import { openDatabase } from './chaos-database.ts'
import { openClock } from './clock.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { openSmallDisk } from './small-disk.ts'

/** Bytes of the shared disk. */
const DISK = 256 * 1024 * 1024

const getPort = (url: string) => Number(new URL(url).port)

type Environment = Record<string, string>
export type Bucket = NonNullable<Awaited<ReturnType<typeof openBucket>>>
type Server = Awaited<ReturnType<typeof runServer>>

const openProcess = async (env: Environment) => {
  let server: Server = await runServer(env)
  let log = ''
  const ended = () => {
    log += server.output.out + server.output.err
  }
  return {
    get baseUrl() {
      return server.baseUrl
    },
    get pid() {
      return server.pid
    },
    signal: (signal: NodeJS.Signals) => server.signal(signal),
    isAlive: () => server.isAlive(),
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      server.signal(signal)
      await server.exited
      ended()
    },
    async start() {
      server = await runServer(env)
    },
    log: () => log + server.output.out + server.output.err,
  }
}
export type SiteProcess = Awaited<ReturnType<typeof openProcess>>

const openSurroundings = async (bucket: S3Settings, folder: string) => {
  const mailbox = await startMailServer()
  return {
    database: await openDatabase(),
    store: await openFaultProxy({ host: '127.0.0.1', port: getPort(bucket.endpoint ?? '') }),
    mail: await openFaultProxy({ host: '127.0.0.1', port: getPort(mailbox.url) }),
    mailbox,
    disk: openSmallDisk(DISK),
    clock: openClock(folder),
  }
}
type Surroundings = Awaited<ReturnType<typeof openSurroundings>>

/** `direct` bypasses the proxies. */
const settingsFor = (bucket: S3Settings, { database, store, mail, disk }: Surroundings) => {
  const common = {
    SECRET: randomBytes(32).toString('hex'),
    ADMIN_PASSWORD,
    DATA_DIR: disk.folder,
    MIN_FREE_MB: '0',
    ...s3Env(bucket),
  }
  const direct: Environment = { ...common, DATABASE_URL: database.url }
  const proxied: Environment = {
    ...common,
    DATABASE_URL: database.proxiedUrl,
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'HotVote <site@example.com>',
  }
  return { direct, proxied }
}

export const openChaosSite = async (bucket: Bucket) => {
  const surroundings = await openSurroundings(bucket.settings, newDataDir())
  const { direct, proxied } = settingsFor(bucket.settings, surroundings)
  const timed = { ...proxied, ...(typeof surroundings.clock !== 'string' && surroundings.clock.env) }
  const one = await openProcess({ ...timed, ROLE: 'web' })
  const other = await openProcess({ ...proxied, ROLE: 'web' })
  const worker = await openProcess({ ...timed, ROLE: 'worker' })
  const processes = { 'first web process': one, 'second web process': other, worker }
  return { ...surroundings, direct, web: [one, other] as const, worker, processes }
}
export type ChaosSite = Awaited<ReturnType<typeof openChaosSite>>
