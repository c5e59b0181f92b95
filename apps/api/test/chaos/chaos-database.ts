import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrateDatabase } from '../../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded.ts'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from '../app/after-use.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { openSmallDisk } from './small-disk.ts'

/** Bytes. */
const DISK = 1024 * 1024 * 1024
/** Milliseconds. */
const RETRY_DELAY = 200
/** Limits the write-ahead log for the small disk. */
const SETTINGS = { max_wal_size: '128MB', min_wal_size: '32MB' }

export const openDatabase = async () => {
  const disk = openSmallDisk(DISK)
  const dir = join(disk.folder, 'pg')
  let server = await startEmbeddedPostgres(dir, SETTINGS)
  const { url } = server
  await migrateDatabase(url)
  const socket = `${new URL(url).searchParams.get('host')}/.s.PGSQL.${new URL(url).port}`
  const proxy = await openFaultProxy({ path: socket })

  const kill = () => {
    process.kill(-Number(findPostmaster(dir)), 'SIGKILL')
  }
  /** Retries, because ending processes may still use the shared memory. */
  const start = async () => {
    for (let attempt = 0; ; attempt++) {
      try {
        server = await startEmbeddedPostgres(dir, SETTINGS)
        return
      } catch (failure) {
        if (attempt === 50) throw failure
      }
      await pause(RETRY_DELAY)
    }
  }
  afterUse(() => server.stop())
  const query = async (text: string) => {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url,
    proxiedUrl: `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`,
    proxy,
    disk: disk.full,
    kill: async () => {
      kill()
      await server.ended
    },
    stop: () => server.stop(),
    start,
    hasEnded: () => server.ended,
    query,
  }
}
