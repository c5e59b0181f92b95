import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { testApp } from '../../test/test-app.ts'
import { isPostgres } from './postmaster.ts'

/** As the `ps` of macOS and BSD reads its arguments: behind the first `=` all is the header of that column. */
const psOfBsd = (path: string) => `#!/bin/sh
for given; do
  shift
  case $given in *=*) given="\${given%%=*}=" ;; esac
  set -- "$@" "$given"
done
PATH='${path}' exec ps "$@"
`

it('a PostgreSQL server is known as one on macOS, too', async () => {
  const { deps } = await testApp()
  const [backend] = await deps.db.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' })
  const { PATH = '' } = process.env
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-ps-'))
  afterUse(() => {
    process.env.PATH = PATH
    rmSync(dir, { recursive: true })
  })
  writeFileSync(join(dir, 'ps'), psOfBsd(PATH))
  chmodSync(join(dir, 'ps'), 0o755)
  process.env.PATH = `${dir}:${PATH}`
  expect(isPostgres(backend?.pid ?? 0)).toBe(true)
  expect(isPostgres(process.pid)).toBe(false)
})
