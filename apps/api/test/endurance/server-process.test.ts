import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { cleanUp, cleanupCount } from '../app/after-use.ts'
import { newDataDir, runServer } from '../app/server-process.ts'
import { PROCESSES } from '../app/soon.ts'

/** PostgreSQL's shared memory segments of a process, on Linux. */
const getSharedMemory = (pid: number) =>
  readFileSync(`/proc/${pid}/maps`, 'utf8').match(/[/]dev[/]shm[/]PostgreSQL[.]\d+/g) ?? []

it.skipIf(process.platform !== 'linux')('cleans up a database whose server was killed', PROCESSES, async () => {
  const before = cleanupCount()
  const DATA_DIR = newDataDir()
  await runServer({ DATA_DIR })
  const database = Number(findPostmaster(join(DATA_DIR, 'postgres')))
  const memory = getSharedMemory(database)
  expect(memory.length).toBeGreaterThan(0)
  await cleanUp(before)
  expect([DATA_DIR, ...memory].filter(existsSync)).toEqual([])
})
