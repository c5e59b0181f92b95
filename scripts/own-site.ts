import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../apps/api/src/main.ts')

/** Starts a temporary site with the demo collection and its own database. */
export const startOwnSite = async (port: number, settings: Record<string, string> = {}) => {
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'hotvote-own-'))
  const { PATH, HOME, TMPDIR } = process.env
  const own = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, RATE_LIMITS: 'relaxed', LOG_LEVEL: 'warn' }
  const env = { PATH, HOME, TMPDIR, ...own, ...settings }
  const site = spawn(process.execPath, [MAIN], { cwd: dataDir, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(site, 'exit')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (site.exitCode !== null) throw new Error(`The site ended with ${site.exitCode}`)
    await pause(100)
  }
  return async () => {
    site.kill()
    await ended
    rmSync(dataDir, { recursive: true })
  }
}
