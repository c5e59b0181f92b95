import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
/** From the root, which begins with a slash. */
const sources = ['apps', 'packages', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.]tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `/${join(folder, file)}`),
)

/** Decisions are cited by number: `docs/decisions/036`. */
const decisions = readdirSync(join(root, 'docs/decisions')).map((file) => `docs/decisions/${file.slice(0, 3)}`)
const isThere = (path: string) =>
  existsSync(join(root, path)) || decisions.includes(path) || sources.some((file) => file.endsWith(`/${path}`))

/** What begins with a folder of the root, and sources by the end of their path. */
const NAMED = /`((?:apps|packages|scripts|docs)\/[\w./-]*|\w[\w./-]*[.]tsx?)`/g
const namedIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(NAMED)].map(([, path = '']) => ({ file, path }))

/** What the example of CONTRIBUTING.md has somebody write. */
const EXAMPLE = ['apps/api/src/features/media/caption.queries.ts', 'caption.test.ts']

test('the documents name only files that are there', () => {
  const named = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')].flatMap(namedIn)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !isThere(path) && !EXAMPLE.includes(path))).toEqual([])
})

test('the index of the decisions has each of them once, in order', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const listed = [...index.matchAll(/^\| \[(\d+)\]\(([^)]+)\)/gm)]
  expect(listed.map(([, , file]) => file)).toEqual(
    markdownIn('docs/decisions')
      .map((file) => file.replace(/^.*\//, ''))
      .filter((file) => file !== 'README.md')
      .toSorted(),
  )
  expect(listed.filter(([, number = '', file = '']) => !file.startsWith(`${number}-`))).toEqual([])
})

test('CONTRIBUTING names each helper of the tests', () => {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const helpers = ['apps/api/test', 'apps/web/e2e'].flatMap((folder) =>
    readdirSync(join(root, folder)).filter((file) =>
      /^(?!.*(-screen|[.]test|[.]spec|[.]setup)[.]ts$).*[.]ts$/.test(file),
    ),
  )
  expect(helpers.length).toBeGreaterThan(50)
  expect(helpers.filter((file) => !guide.includes(file))).toEqual([])
})
