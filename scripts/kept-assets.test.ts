import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAssets } from './kept-assets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotvote-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const builtWith = (name: string, assets: string[]) => {
  const built = join(folder, name)
  mkdirSync(join(built, 'assets'), { recursive: true })
  for (const asset of assets) writeFileSync(join(built, 'assets', asset), name)
  return built
}
const assetsIn = (built: string) => readdirSync(join(built, 'assets')).sort()

test('keeps unchanged assets of only the previous build', () => {
  const first = builtWith('first', ['index-1.js', 'index-1.js.br', 'same.css'])
  const second = builtWith('second', ['index-2.js', 'same.css'])
  keepAssets(first, second)
  expect(assetsIn(second)).toEqual(['index-1.js', 'index-1.js.br', 'index-2.js', 'same.css'])
  expect(readFileSync(join(second, 'assets', 'index-1.js'), 'utf8')).toBe('first')
  expect(readFileSync(join(second, 'assets', 'same.css'), 'utf8')).toBe('second')
  const third = builtWith('third', ['index-3.js'])
  keepAssets(second, third)
  expect(assetsIn(third)).toEqual(['index-2.js', 'index-3.js', 'same.css'])
})

test('builds without a previous build, or while another build replaces it', () => {
  const only = builtWith('only', ['index-1.js'])
  keepAssets(join(folder, 'none'), only)
  expect(assetsIn(only)).toEqual(['index-1.js'])
  const next = builtWith('next', ['index-2.js'])
  rmSync(join(only, 'assets'), { recursive: true })
  keepAssets(only, next)
  expect(assetsIn(next)).toEqual(['index-2.js'])
})
