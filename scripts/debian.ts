import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

const FLOCK = '/usr/bin/flock'

/** Waits for other installations, because apt-get fails on a locked database. */
export const inTurn = (command: string[]): string[] =>
  process.getuid?.() === 0 && existsSync(FLOCK) ? [FLOCK, '/run/hotvote-apt.lock', ...command] : command

const apt = (...args: string[]): string | undefined => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [program = '', ...rest] = inTurn(['apt-get', ...args])
  const { status, stdout, stderr, error } = spawnSync(program, rest, { env, encoding: 'utf8' })
  if (status === 0) return undefined
  return `apt-get ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.slice(-2000)}`
}

type Program = { name: string; packages: string[]; isInstalled: () => boolean }

/** Installs only as root and without systemd, which would start services. Returns a problem or undefined. */
export const installFromDebian = ({ name, packages, isInstalled }: Program): string | undefined => {
  if (isInstalled()) return undefined
  const hint = `install it with: apt-get install ${packages.join(' ')}`
  if (!succeeds('apt-get', '--version')) return `${name} is missing, and this is no Debian: there is no 'apt-get'`
  if (process.getuid?.() !== 0) return `${name} is missing; as root, ${hint}`
  if (existsSync('/run/systemd/system')) return `${name} is missing; ${hint} (it starts services of its own)`
  const install = () => apt('install', '-y', '-q', '--no-install-recommends', ...packages)
  const failed = install() && (apt('update', '-q') ?? install())
  if (failed) return failed
  return isInstalled() ? undefined : `${name} is installed, but cannot be started`
}
