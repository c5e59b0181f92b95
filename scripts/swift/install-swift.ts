import { existsSync } from 'node:fs'
import { installFromDebian, succeeds } from '../debian.ts'

/** Debian's own Python: another one on the PATH does not find the Python modules of Debian's packages. */
export const PYTHON = '/usr/bin/python3'

const isInstalled = () =>
  existsSync(PYTHON) &&
  succeeds('setpriv', '--version') &&
  succeeds('memcached', '-V') &&
  succeeds(PYTHON, '-c', 'import swift.proxy.server, swift.account.server, swift.container.server, swift.obj.server')

/** @returns why Swift cannot be started here, or nothing */
export const installSwift = () =>
  installFromDebian({
    name: 'Swift',
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached', 'python3-swift'],
    isInstalled,
  })
