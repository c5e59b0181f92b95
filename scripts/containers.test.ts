import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['Dockerfile', 'docker-compose.yml', 'deploy/compose.yml'] as const
const folder = mkdtempSync(join(tmpdir(), 'hotvote-containers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const lint = (name: (typeof FILES)[number], text: string, by: string) => {
  const files = FILES.map((file) => {
    const ours = readFileSync(join(ROOT, file), 'utf8')
    if (file === name) expect(ours).toContain(text)
    const path = join(folder, basename(file))
    writeFileSync(path, file === name ? ours.replace(text, by) : ours)
    return path
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'containers.ts'), ...files])
  return { status, said: `${stdout}${stderr}` }
}

test('accepts the container files of the repository', () => {
  expect(lint('Dockerfile', 'FROM', 'FROM')).toEqual({
    status: 0,
    said: 'Containers: Dockerfile, docker-compose.yml and deploy/compose.yml are well-formed\n',
  })
})

test.each([
  ['Dockerfile', 'EXPOSE 3000', 'EXPOSED 3000'],
  ['Dockerfile', '--from=page', '--from=pages'],
  ['Dockerfile', 'COPY apps/api/src ', 'COPY apps/api/source '],
  ['Dockerfile', 'COPY apps/api/src ', 'COPY docs '],
  ['docker-compose.yml', 'depends_on:', 'depends:'],
  ['docker-compose.yml', '"127.0.0.1:3000:3000"', '"127.0.0.1:3000:3000", "127.0.0.1:3000:3000"'],
] as const)('refuses %s if "%s" is replaced by "%s"', (name, text, by) => {
  const { status, said } = lint(name, text, by)
  expect(status).toBe(1)
  expect(said).toMatch(new RegExp(`^Containers: ${basename(name)}[^\n]+\n$`))
})
