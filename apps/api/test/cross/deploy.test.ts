import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { installFromDebian, succeeds } from '../../../../scripts/debian.ts'
import { afterUse } from '../app/after-use.ts'
import { ownPort } from '../app/server-process.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { testApp } from '../app/test-app.ts'

const DEPLOY = join(import.meta.dirname, '../../../../deploy')
const readExample = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-deploy-'))
  chmodSync(folder, 0o755)
  afterUse(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const run = (program: string, args: string[], options: SpawnOptions = {}) => {
  const { status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', ...options })
  return { status, printed: `${stdout}${stderr}` }
}

const startProxy = (program: string, args: string[], options: SpawnOptions = {}) => {
  const child = spawn(program, args, { stdio: 'ignore', ...options })
  const ended = once(child, 'close')
  afterUse(async () => {
    child.kill('SIGTERM')
    await ended
  })
}

const get = async (url: string, host: string) => {
  const getter = url.startsWith('https:') ? getSecure : getPlain
  const request = getter(url, { headers: { host }, rejectUnauthorized: false, agent: false })
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response === undefined) throw new Error(`No response from ${url}`)
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const startSite = () =>
  testApp({ PUBLIC_URL: 'https://hot.example', TRUST_PROXY: '1', RATE_LIMITS: 'on', ADMIN_HOST: 'adm.hot.example' })

const expectProxied = async (open: (ports: [number, number]) => Promise<string>) => {
  const app = await startSite()
  const [away, alsoAway] = [await ownPort(), await ownPort()]
  const url = await open([Number(new URL(app.baseUrl).port), away])
  await vi.waitFor(() => get(`${url}/healthz`, 'hot.example'), SOON)
  for (let n = 0; n < 4; n++) expect((await get(`${url}/readyz`, 'hot.example')).status).toBe(200)
  expect((await get(`${url}/adm`, 'hot.example')).status).toBe(404)
  expect((await get(`${url}/`, 'hot.example')).headers).toHaveProperty('strict-transport-security')
  const down = await open([away, alsoAway])
  await vi.waitFor(() => get(`${down}/`, 'hot.example'), SOON)
  const { status, headers, body } = await get(`${down}/`, 'hot.example')
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('The site is restarting')
}

const replaceAll = (example: string, replacements: Record<string, string>) =>
  Object.entries(replacements).reduce((changed, [from, to]) => {
    expect(changed).toContain(from)
    return changed.replaceAll(from, to)
  }, example)

const WRAPPER = (folder: string, site: string) => `
daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${site}
}
`

const startNginx = async ([first, second]: [number, number]) => {
  const folder = newFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=hot.example', '-days', '1', '-nodes']
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', certificate])
  const port = await ownPort()
  const site = replaceAll(readExample('nginx.conf'), {
    '127.0.0.1:3000': `127.0.0.1:${first}`,
    '127.0.0.1:3010': `127.0.0.1:${second}`,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${await ownPort()};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    '/etc/letsencrypt/live/hot.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/hot.example/privkey.pem': key,
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, WRAPPER(folder, site))
  const args = ['-p', folder, '-c', file]
  expect(run('nginx', ['-t', ...args])).toMatchObject({ status: 0 })
  startProxy('nginx', args)
  return `https://127.0.0.1:${port}`
}

const startCaddy = async ([first, second]: [number, number]) => {
  const folder = newFolder()
  const port = await ownPort()
  const site = replaceAll(readExample('Caddyfile'), {
    'hot.example {': `http://hot.example:${port} {`,
    '127.0.0.1:3000': `127.0.0.1:${first}`,
    '127.0.0.1:3010': `127.0.0.1:${second}`,
  })
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
  const args = ['--config', file, '--adapter', 'caddyfile']
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  startProxy('caddy', ['run', ...args], { env })
  return `http://127.0.0.1:${port}`
}

const nginxMissing = installFromDebian({
  name: 'nginx',
  packages: ['nginx-light', 'openssl'],
  isInstalled: () => succeeds('nginx', '-v') && succeeds('openssl', 'version'),
})
const caddyMissing = installFromDebian({
  name: 'Caddy',
  packages: ['caddy'],
  isInstalled: () => succeeds('caddy', 'version'),
})

it.skipIf(nginxMissing)(
  `serves the site behind deploy/nginx.conf${nginxMissing ? ` (${nginxMissing})` : ''}`,
  PROCESSES,
  () => expectProxied(startNginx),
)

it.skipIf(caddyMissing)(
  `serves the site behind deploy/Caddyfile${caddyMissing ? ` (${caddyMissing})` : ''}`,
  PROCESSES,
  () => expectProxied(startCaddy),
)

it.skipIf(!succeeds('systemd-analyze', '--version'))('has systemd units that systemd accepts', () => {
  const folder = newFolder()
  const units = readdirSync(join(DEPLOY, 'systemd'))
  const root = join(import.meta.dirname, '../../../..')
  for (const name of units)
    writeFileSync(join(folder, name), readExample(`systemd/${name}`).replaceAll('/srv/hotvote', root))
  const files = units.map((name) => join(folder, name.replace('@.', '@3000.')))
  for (const name of units.filter((unit) => unit.includes('@')))
    writeFileSync(join(folder, name.replace('@.', '@3000.')), readFileSync(join(folder, name)))
  expect(run('systemd-analyze', ['verify', ...files])).toEqual({ status: 0, printed: '' })
  const services = files.filter((file) => file.endsWith('.service'))
  for (const file of services)
    expect(run('systemd-analyze', ['security', '--offline=yes', '--threshold=40', file]), file).toMatchObject({
      status: 0,
    })
})
