import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { WAYS } from '../../test/machines.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { postmasterOf, stopOrphan } from './postmaster.ts'

/** A folder for databases, gone after the test. */
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-postmaster-'))
  afterUse(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server that is ended after the test, if not before. */
const startServer = async (dir: string) => {
  const server = await startEmbeddedPostgres(dir)
  afterUse(server.stop)
  return { ...server, pid: Number(postmasterOf(dir)) }
}

describe.each(WAYS)('%s', (_, tellProcesses) => {
  it('a server that was left behind is known as the one of its folder and ended, and no other', async () => {
    const folder = newFolder()
    const [left, other] = [await startServer(join(folder, 'left')), await startServer(join(folder, 'other'))]
    const file = join(folder, 'left', 'postmaster.pid')
    const written = readFileSync(file, 'utf8')
    tellProcesses()

    // After a crash of the machine the number is that of somebody else's server.
    writeFileSync(file, written.replace(/^\d+/, String(other.pid)))
    await stopOrphan(join(folder, 'left'))
    const client = new pg.Client({ connectionString: other.url })
    await client.connect()
    await client.end()

    writeFileSync(file, written)
    await stopOrphan(join(folder, 'left'))
    expect(postmasterOf(join(folder, 'left'))).toBeUndefined()
    await left.ended
  })
})
