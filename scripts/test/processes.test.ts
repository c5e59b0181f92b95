import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterUse } from '../../apps/api/test/app/after-use.ts'
import { endProcessesIn } from './processes.ts'

it.runIf(process.platform === 'linux')('ends a process whose arguments name the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-processes-'))
  afterUse(() => rmSync(folder, { recursive: true }))
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', folder], { detached: true })
  afterUse(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  const ended = once(child, 'exit')
  await endProcessesIn(folder)
  expect(await ended).toEqual([null, 'SIGINT'])
})
