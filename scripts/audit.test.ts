import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

const advisory = (name: string, vulnerable_versions: string) => ({
  [name]: [
    {
      id: name.length,
      title: `${name} trusts its input`,
      severity: 'high',
      vulnerable_versions,
      url: 'https://advisories.example/1',
    },
  ],
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** @returns exit code and output of the audit with a registry that answers like this */
async function audit(answer: RequestListener) {
  const registry = createServer(answer).listen(0, '127.0.0.1')
  stops.push(() => registry.close())
  await once(registry, 'listening')
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  const env = { ...process.env, pnpm_config_registry: address }
  const audited = spawn(process.execPath, [join(import.meta.dirname, 'audit.ts')], { env })
  const [out, err] = await Promise.all([text(audited.stdout), text(audited.stderr), once(audited, 'close')])
  return { code: audited.exitCode, said: out + err }
}

const answering = (advisories: object) => audit((_req, res) => res.end(JSON.stringify(advisories)))

test('a lock file without known vulnerabilities passes', async () => {
  expect(await answering({})).toEqual({ code: 0, said: 'Audit: 0 known vulnerabilities, 0 with a fix\n' })
})

test('a vulnerability with a fix fails, and names package, fix and advisory', async () => {
  const { code, said } = await answering({ ...advisory('sharp', '<99.0.0'), ...advisory('pino', '>=1.0.0') })
  expect(code).toBe(1)
  expect(said).toContain(
    'sharp <99.0.0 (high): sharp trusts its input. Mended in >=99.0.0. https://advisories.example/1',
  )
  expect(said).toContain('2 known vulnerabilities, 1 with a fix')
})

test('one without a fix is said, and passes', async () => {
  const { code, said } = await answering(advisory('pino', '>=1.0.0'))
  expect(code).toBe(0)
  expect(said).toContain('pino >=1.0.0 (high): pino trusts its input. No fix yet.')
})

test('a registry that does not answer that question is said, and passes', async () => {
  const { code, said } = await audit((_req, res) => res.writeHead(405).end('{}'))
  expect(code).toBe(0)
  expect(said).toMatch(/^Audit: NOT DONE, the registry did not answer: .*405/)
})
