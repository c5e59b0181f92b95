/**
 * Checks that `docs/licences.md` lists all shipped packages, and that their licences are allowed (docs/decisions/026).
 * `--write` updates the list.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Includes LGPL and MPL, because such packages are shipped unmodified. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['LGPL-3.0-or-later', 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
])

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs/licences.md')

/** An OR needs one allowed licence, an AND needs all. */
const isAllowed = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)))

/** Merges platform packages: `sharp-linux-x64` becomes `sharp-*`. */
const anyPlatform = (name: string) =>
  name.replace(/(darwin|linux(musl)?|win32|windows)-(arm64|arm|ia32|x64)(-\w+)?$/, '*')

function installed(): Map<string, string[]> {
  const args = ['--recursive', 'licenses', 'list', '--prod', '--json']
  const listed: Record<string, { name: string }[]> = JSON.parse(
    execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  )
  const names = (packages: { name: string }[]) => [...new Set(packages.map(({ name }) => anyPlatform(name)))].sort()
  const byLicence = Object.entries(listed).map(([licence, packages]) => [licence, names(packages)] as const)
  return new Map(byLicence.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const licences = installed()
const list = `# Licences of what is shipped

Every package that a running site needs, its API and its page, with the licence that it names. Written by \`pnpm check:licences --write\`,
checked by \`pnpm check\`. A star stands for the machine: each installs the package of its own. Their texts are in \`node_modules\`, and of
what the page holds at \`/licences.txt\` of every site.

${[...licences].map(([licence, names]) => `**${licence}**: ${names.join(', ')}`).join('\n\n')}
`

const refused = [...licences].filter(([licence]) => !isAllowed(licence))
for (const [licence, names] of refused) console.error(`Licences: ${licence} is not allowed: ${names.join(', ')}`)
if (refused.length > 0) process.exitCode = 1
else if (process.argv.includes('--write')) writeFileSync(file, list)
else if (readFileSync(file, 'utf8') !== list) {
  console.error(
    'Licences: docs/licences.md is not what is installed. Look at the difference: pnpm check:licences --write',
  )
  process.exitCode = 1
}
