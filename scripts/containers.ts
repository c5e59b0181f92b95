/**
 * Lints the Dockerfile and compose files without a container engine (docs/decisions/026).
 * node scripts/containers.ts [DOCKERFILE COMPOSE_FILE …]
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'

const ROOT = join(import.meta.dirname, '..')
const COMPOSE = [join(ROOT, 'docker-compose.yml'), join(ROOT, 'deploy/compose.yml')]
const [dockerfile = join(ROOT, 'Dockerfile'), ...given] = process.argv.slice(2)

const text = readFileSync(dockerfile, 'utf8')
const problems = validate(text).map(({ message, range }) => `Dockerfile, line ${range.start.line + 1}: ${message}`)

const stages = new Set([...text.matchAll(/^FROM\s+\S+\s+AS\s+(\S+)/gim)].map(([, name]) => name))
for (const [, name = ''] of text.matchAll(/^COPY\s.*--from=(\S+)/gim))
  if (!stages.has(name)) problems.push(`Dockerfile: there is no stage ${name} to copy from`)

const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
for (const [, sources = ''] of text.matchAll(/^COPY\s+(?!--)(.+)\s\S+$/gm))
  for (const source of sources.split(/\s+/))
    if (!existsSync(join(ROOT, source)) || ignored.includes(source))
      problems.push(`Dockerfile: there is no ${source} to copy`)

const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
for (const { filePath, messages } of linter.lintFiles(given.length > 0 ? given : COMPOSE, false))
  for (const { type, line, message } of messages)
    if (type === 'error') problems.push(`${basename(filePath)}, line ${line}: ${message}`)

for (const problem of problems) console.error(`Containers: ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log('Containers: Dockerfile, docker-compose.yml and deploy/compose.yml are well-formed')
