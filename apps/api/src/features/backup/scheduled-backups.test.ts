import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { listAudit } from '../../../test/app/operator.ts'
import { newDataDir } from '../../../test/app/server-process.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { backUpWhenDue } from './backup.service.ts'
import { verifyBackup } from './verify.ts'

it('makes the regular backup when due and retries after a logged failure', async () => {
  const app = await testApp()
  const dir = join(newDataDir(), 'regular')
  writeFileSync(dir, 'in the way')
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const config = { ...app.deps.config, backups: { dir, every: 3_600_000, keep: 1 } }
  const tick = () => backUpWhenDue({ ...app.deps, config, log }, new AbortController().signal)
  await tick()
  expect(lines.join()).toContain('backup failed')
  rmSync(dir)
  await tick()
  const made = readdirSync(dir)
  expect(made).toEqual([expect.stringMatching(/^hotvote-.*Z\.tar$/)])
  await verifyBackup(join(dir, made[0] ?? ''), new AbortController().signal)
  await tick()
  expect(readdirSync(dir)).toEqual(made)

  await app.deps.db.query({
    text: `INSERT INTO audit_log (event, actor, created_at) VALUES ('test', 'system', now() - interval '1 day')`,
  })
  const foreign = ['hotvote-2020-01-01T00-00-00Z.tar', 'hotvote-2999-01-01T00-00-00Z.tar']
  for (const name of foreign) writeFileSync(join(dir, name), '')
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-')
  rmSync(join(dir, made[0] ?? ''))
  writeFileSync(join(dir, `hotvote-${hourAgo}Z.tar`), '')
  await tick()
  const now = readdirSync(dir).filter((name) => !foreign.includes(name))
  expect(now).toEqual([expect.not.stringContaining(hourAgo)])
  expect(readdirSync(dir)).toEqual(expect.arrayContaining(foreign))
  const entries = (await listAudit(app)).filter(({ context }) => context.source === 'schedule')
  expect(entries).toHaveLength(2)
})
