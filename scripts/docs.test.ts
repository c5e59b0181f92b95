import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
const sources = ['apps', 'packages', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.]tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `/${join(folder, file)}`),
)

/** Comments cite decisions by number, such as `docs/decisions/022`. */
const decisions = readdirSync(join(root, 'docs/decisions')).map((file) => `docs/decisions/${file.slice(0, 3)}`)
const isThere = (path: string) =>
  existsSync(join(root, path)) || decisions.includes(path) || sources.some((file) => file.endsWith(`/${path}`))

const NAMED = /`((?:apps|packages|scripts|docs)\/[\w./-]*|\w[\w./-]*[.]tsx?)`/g
const namedIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(NAMED)].map(([, path = '']) => ({ file, path }))

/** Files that the example in CONTRIBUTING.md creates. */
const EXAMPLE = ['apps/api/src/features/media/caption.queries.ts', 'caption.test.ts']

test('names only existing files in documents', () => {
  const named = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')].flatMap(namedIn)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !isThere(path) && !EXAMPLE.includes(path))).toEqual([])
})

test('lists each decision once and in order in the index', () => {
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

test('names existing folders and every browser test in short lines of screens.md', () => {
  const lines = readFileSync(join(root, 'docs/screens.md'), 'utf8').split('\n')
  expect(lines.filter(({ length }) => length > 160)).toEqual([])
  const rows = lines.flatMap((line) => (line.startsWith('| ') ? [line.split('|').slice(1, -1)] : [])).slice(1)
  const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const folders = rows.flatMap(([, , page, feature]) => [
    ...namesIn(page).map((name) => `apps/web/src/${name}`),
    ...namesIn(feature).map((name) => `apps/api/src/features/${name}`),
  ])
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([])
  const listed = rows.flatMap(([, , , , tests]) => namesIn(tests)).map((name) => `${name}.spec.ts`)
  const specs = globSync('**/*.spec.ts', { cwd: join(root, 'apps/web/e2e') }).map((file) => basename(file))
  const isListed = (spec: string) => listed.some((name) => matchesGlob(spec, name))
  expect(specs.filter((spec) => !isListed(spec))).toEqual([])
  expect(listed.filter((name) => !specs.some((spec) => matchesGlob(spec, name)))).toEqual([])
})

test('runs the documented test command in the workflow', () => {
  const workflow = readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')
  for (const document of [workflow, readFileSync(join(root, 'README.md'), 'utf8')])
    expect(document).toContain('npx pnpm test')
})

test('quotes existing messages in the troubleshooting page', () => {
  const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8')
  const quoted = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/(?<=`)[a-zA-Z][^`…]+(?=`)/g) ?? [],
  )
  const code = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const words = quoted.filter((text) => !text.startsWith('/'))
  expect(words.length).toBeGreaterThan(15)
  expect(words.filter((text) => !code.includes(text))).toEqual([])
})

test('links documents to existing files and headings', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', ...markdownIn('docs')]
  const broken = documents.flatMap((file) => {
    const links = [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    return links.flatMap(([link, path = '', heading]) => {
      const target = path === '' ? file : join(dirname(file), path)
      if (!existsSync(join(root, target))) return [`${file}: ${link}`]
      const titles =
        heading === undefined
          ? ''
          : readFileSync(join(root, target), 'utf8')
              .match(/^#+ .*$/gm)
              ?.join('\n')
      return heading === undefined || titles?.toLowerCase().includes(heading.replaceAll('-', ' '))
        ? []
        : [`${file}: ${link}`]
    })
  })
  expect(broken).toEqual([])
})

test('names each test helper in CONTRIBUTING.md', () => {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const helpers = ['apps/api/test/app', 'apps/api/test/make', 'apps/api/test/fakes', 'apps/web/e2e/support'].flatMap(
    (folder) =>
      readdirSync(join(root, folder)).filter((file) =>
        /^(?!.*(-screen|[.]test|[.]spec|[.]setup)[.]ts$).*[.]ts$/.test(file),
      ),
  )
  expect(helpers.length).toBeGreaterThan(20)
  expect(helpers.filter((file) => !guide.includes(file))).toEqual([])
})
