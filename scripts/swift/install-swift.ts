import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's own Python: another one on the PATH does not find the Python modules of Debian's packages. */
export const PYTHON = '/usr/bin/python3'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached', 'python3-swift']

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

const isInstalled = () =>
  existsSync(PYTHON) &&
  succeeds('setpriv', '--version') &&
  succeeds('memcached', '-V') &&
  succeeds(PYTHON, '-c', 'import swift.proxy.server, swift.account.server, swift.container.server, swift.obj.server')

/** Runs apt-get without questions. Returns what it said when it fails. */
const apt = (...args: string[]): string | undefined => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr, error } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
  if (status === 0) return undefined
  return `apt-get ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.slice(-2000)}`
}

/**
 * Makes sure that Swift can be started here. Missing packages are installed, but only as root and in containers without
 * systemd, which would start the services of the packages at once.
 * @returns why it cannot be started, or nothing
 */
export const installSwift = (): string | undefined => {
  if (isInstalled()) return undefined
  const hint = `install it with: apt-get install ${PACKAGES.join(' ')}`
  if (!succeeds('apt-get', '--version')) return "Swift is missing, and this is no Debian: there is no 'apt-get'"
  if (process.getuid?.() !== 0) return `Swift is missing; as root, ${hint}`
  if (existsSync('/run/systemd/system')) return `Swift is missing; ${hint} (it starts services of its own)`
  const failed = apt('update', '-q') ?? apt('install', '-y', '-q', '--no-install-recommends', ...PACKAGES)
  if (failed !== undefined) return failed
  return isInstalled() ? undefined : 'Swift is installed, but cannot be loaded'
}
