/** Installs a working Chromium for the browser tests: from the system, Playwright or Debian. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { inTurn } from './debian.ts'
import { chromiumLaunch, onPath } from './find-chromium.ts'

const playwright = join(import.meta.dirname, '../node_modules/.bin/playwright')
const isRoot = process.getuid?.() === 0
const complaints: string[] = []

function run(...command: string[]): boolean {
  console.log(`Browser: ${command.join(' ')}`)
  const [program = '', ...args] = inTurn(command)
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) complaints.push(`${command.join(' ')}: ${error?.message ?? `exit code ${status}`}`)
  return status === 0
}

/** Starts the browser to detect missing libraries early. */
async function starts(): Promise<boolean> {
  const launch = chromiumLaunch()
  const from = launch.executablePath ?? chromium.executablePath()
  if (!existsSync(from)) return false
  try {
    const browser = await chromium.launch(launch)
    console.log(`Browser: Chromium ${browser.version()} at ${from}`)
    await browser.close()
    return true
  } catch (error) {
    complaints.push(`${from} does not start: ${reasonIn(error)}`)
    return false
  }
}

/** Extracts the browser's own output from Playwright's long message. */
function reasonIn(error: unknown): string {
  const [first = '', ...rest] = String(error).split('\n')
  const said = rest.filter((line) => /^\[pid=\d+\]\[err\]/.test(line)).slice(0, 5)
  return [first, ...said].join('\n    ')
}

const download = () => run(playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium')

function installPackage(): boolean {
  const apt = isRoot ? onPath(['apt-get']) : undefined
  if (apt === undefined) {
    complaints.push("apt-get: Debian's package needs root and apt-get")
    return false
  }
  const install = (name: string) => run(apt, 'install', '-y', '-q', '--no-install-recommends', name)
  return run(apt, 'update', '-q') && (install('chromium-headless-shell') || install('chromium'))
}

const ready = (await starts()) || (download() && (await starts())) || (installPackage() && (await starts()))
if (!ready) {
  console.error('No Chromium for the browser tests. Install one, so that `chromium` is on the PATH. What was tried:')
  for (const complaint of complaints) console.error(`- ${complaint}`)
  process.exit(1)
}
