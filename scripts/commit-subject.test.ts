import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const HOOK = join(import.meta.dirname, '../.githooks/commit-msg')
const folder = mkdtempSync(join(tmpdir(), 'hotvote-commit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const runHook = (message: string) => {
  const file = join(folder, 'message')
  writeFileSync(file, message)
  return spawnSync('sh', [HOOK, file], { encoding: 'utf8' })
}

test.each([
  'fix(reports): ask before the gravest reason',
  'feat!: drop the old format\n\nWhy it was dropped.',
  'Merge branch main',
])('accepts the subject of "%s"', (message) => {
  expect(runHook(message).status).toBe(0)
})

test.each([
  'Ask before the gravest reason',
  'fix(reports) ask before it',
  'fix: end with a dot.',
  `fix: ${'x'.repeat(68)}`,
])('refuses the subject "%s"', (message) => {
  const { status, stderr } = runHook(message)
  expect(status).toBe(1)
  expect(stderr).toContain('at most 72 characters')
})
