/** Builds the page with Vite if its sources have changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { keepAssets } from './kept-assets.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const dist = join(web, 'dist')
const stampName = '.built-from'
const sources = [
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'apps/web/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'apps/web/{build,src,public}/**',
  'packages/shared/src/**',
  'scripts/build-page.ts',
]

function hashSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function readDistStamp(): string | undefined {
  const stamp = join(dist, stampName)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/** Replaces the old build atomically; of two concurrent builds, one wins. */
function publish(built: string, trash: string) {
  for (;;) {
    try {
      renameSync(built, dist)
      return
    } catch (error) {
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
    }
    try {
      renameSync(dist, join(trash, `old-${process.hrtime.bigint()}`))
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error
    }
  }
}

function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Compresses at build time, which allows the slowest and best levels. */
function compress(folder: string) {
  for (const file of globSync('**/*.{js,css,svg}', { cwd: folder })) {
    const path = join(folder, file)
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Maximum bytes of compressed JavaScript on the first page. */
const FIRST_LOAD_MAX = 107_500

/** Counts all scripts in `index.html`, prefetched ones included. */
function measureFirstLoad(folder: string): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path = '']) => path)
  if (scripts.length === 0) throw new Error('The page names no script')
  return scripts.reduce((sum, path) => sum + readFileSync(join(folder, `${path}.gz`)).length, 0)
}

/** Builds in a temporary folder, so that a failed build leaves the last page in place. */
function build(stamp: string): number {
  mkdirSync(join(web, '.tmp'), { recursive: true })
  const workspace = mkdtempSync(join(web, '.tmp/build-'))
  const built = join(workspace, 'dist')
  try {
    const vite = join(web, 'node_modules/.bin/vite')
    const args = ['build', '--outDir', built, '--emptyOutDir', '--logLevel', 'warn']
    const { status, error } = spawnSync(vite, args, { cwd: web, stdio: 'inherit' })
    if (error) throw error
    if (status !== 0) return status ?? 1
    compress(built)
    const bytes = measureFirstLoad(built)
    console.log(`Page: ${bytes} of ${FIRST_LOAD_MAX} bytes of compressed JavaScript in the first load`)
    if (bytes > FIRST_LOAD_MAX) return 1
    keepAssets(dist, built)
    writeFileSync(join(built, stampName), stamp)
    publish(built, workspace)
    return 0
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}

// Vite receives the signal too; the handler leaves time to remove its unfinished build.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const stamp = hashSources()
if (stamp === readDistStamp()) {
  console.log('Page: up to date')
} else {
  console.log('Page: building …')
  process.exitCode = build(stamp)
}
