import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless shell needs half the CPU time of the full browser (docs/decisions/019). */
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export function onPath(candidates: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return candidates.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Prefers the system's headless shell, then Playwright's Chromium, then the system's browser. */
export function chromiumLaunch(more: string[] = []): { executablePath?: string; args: string[] } {
  // Tests must not cause network traffic to other hosts.
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  // Chromium's sandbox does not run as root, the usual user in containers.
  const args = [...quiet, ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const executablePath = onPath([shell]) ?? (isExecutable(chromium.executablePath()) ? undefined : onPath(names))
  return executablePath === undefined ? { args } : { executablePath, args }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
