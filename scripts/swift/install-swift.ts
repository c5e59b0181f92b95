import { existsSync } from 'node:fs'
import { installFromDebian, succeeds } from '../debian.ts'

/** Absolute path, because another Python on the PATH would not find Debian's modules. */
export const PYTHON = '/usr/bin/python3'

const isInstalled = () =>
  existsSync(PYTHON) &&
  succeeds('setpriv', '--version') &&
  succeeds('memcached', '-V') &&
  succeeds(PYTHON, '-c', 'import swift.proxy.server, swift.account.server, swift.container.server, swift.obj.server')

/** @returns a problem, or undefined */
export const installSwift = () =>
  installFromDebian({
    name: 'Swift',
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached', 'python3-swift'],
    isInstalled,
  })
