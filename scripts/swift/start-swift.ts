import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claimPort } from '../ports.ts'
import { PYTHON } from './install-swift.ts'
import { listSettings, type Ports } from './settings.ts'

/** Milliseconds, enough for a busy machine. */
const START_TIMEOUT = 120_000
/** Milliseconds. */
const RETRY_DELAY = 100
/** Characters. */
const OUTPUT_MAX = 4000

const SERVICES = ['account-server', 'container-server', 'object-server', 'proxy-server'] as const

/** The endpoint must have no path, because clients append the bucket. */
export type S3Access = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

const claimPorts = async (given?: number) => {
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimPort()))
  const [account = 0, container = 0, object = 0, proxy = 0, memcached = 0] = claims.map(({ port }) => port)
  const ports: Ports = { account, container, object, proxy: given ?? proxy, memcached }
  const release = () => {
    for (const claim of claims) claim.release()
  }
  return { ports, release }
}

/** Fails if the port is taken, because another program would answer instead of Swift. */
const refuseTakenPort = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    throw new Error(`Port ${port} is in use. Choose another one with --port.`)
  }
  await new Promise((done) => server.close(done))
}

/** The child process ends with this process. `said` returns its latest output. */
const startProcess = (command: string[]) => {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  const listen = (chunk: Buffer) => {
    words = (words + chunk).slice(-OUTPUT_MAX)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.on('error', (failure) => listen(Buffer.from(`${command[0]}: ${failure.message}\n`)))
  return { child, said: () => words, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}
type Service = ReturnType<typeof startProcess>

const end = async (child: ChildProcess) => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const writeSettings = (folder: string, ports: Ports, access: S3Access) => {
  mkdirSync(join(folder, 'devices/d1'), { recursive: true })
  const settings = listSettings({ folder, ports, user: userInfo().username, secret: access.secretAccessKey })
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(folder, name), text)
  const rings = [join(import.meta.dirname, 'rings.py'), folder, ports.account, ports.container, ports.object]
  const { status, stderr } = spawnSync(PYTHON, rings.map(String), { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Swift's rings could not be made:\n${stderr}`)
}

/** Logs in with Swift's own protocol. Returns undefined while Swift does not answer. */
const logIn = async ({ endpoint, accessKeyId, secretAccessKey }: S3Access) => {
  const headers = { 'X-Auth-User': accessKeyId, 'X-Auth-Key': secretAccessKey }
  const reply = await fetch(`${endpoint}/auth/v1.0`, { headers }).catch(() => undefined)
  const token = reply?.headers.get('x-auth-token')
  const account = reply?.headers.get('x-storage-url')
  if (!reply?.ok || !token || !account) return undefined
  return (path: string, method = 'GET', body?: string) =>
    fetch(account + path, { method, headers: { 'X-Auth-Token': token }, ...(body !== undefined && { body }) })
}

/** Tests Swift by storing an object, which needs all services and extended attributes on the disk. */
const works = async (access: S3Access, bucket: string): Promise<boolean> => {
  const ask = await logIn(access)
  if (!ask) return false
  for (const step of [
    () => ask(`/${bucket}`, 'PUT'),
    () => ask(`/${bucket}/try`, 'PUT', 'x'),
    () => ask(`/${bucket}/try`, 'DELETE'),
  ]) {
    const reply = await step().catch(() => undefined)
    await reply?.arrayBuffer()
    if (!reply?.ok) return false
  }
  return true
}

const untilItWorks = async (services: Service[], access: S3Access, bucket: string) => {
  const deadline = Date.now() + START_TIMEOUT
  while (!(await works(access, bucket))) {
    const ended = services.filter((service) => service.hasEnded())
    if (ended.length > 0 || Date.now() > deadline)
      throw new Error(`Swift does not work:\n${services.map((service) => service.said()).join('\n')}`)
    await pause(RETRY_DELAY)
  }
}

/**
 * Starts OpenStack Swift with an empty bucket in a temporary folder, or with the files of `keep`.
 * @throws with the services' output if they do not work
 */
export const startSwift = async (
  bucket: string,
  { port, keep }: { port?: number | undefined; keep?: string | undefined } = {},
) => {
  if (port !== undefined) await refuseTakenPort(port)
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'hotvote-swift-'))
  const { ports, release } = await claimPorts(port)
  const access: S3Access = {
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    region: 'us-east-1',
    accessKeyId: 'hotvote:tester',
    secretAccessKey: 'hotvote-try-out',
  }
  const services: Service[] = []
  const stop = async () => {
    await Promise.all(services.map(({ child }) => end(child)))
    release()
    if (keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    writeSettings(folder, ports, access)
    services.push(
      startProcess([
        'memcached',
        '-l',
        '127.0.0.1',
        '-p',
        String(ports.memcached),
        '-U',
        '0',
        '-u',
        userInfo().username,
      ]),
      ...SERVICES.map((name) => startProcess([PYTHON, join(import.meta.dirname, 'service.py'), folder, name])),
    )
    await untilItWorks(services, access, bucket)
    return { access, stop }
  } catch (failure) {
    await stop()
    throw failure
  }
}
