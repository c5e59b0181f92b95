import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Chromium without windows: half the processor time of the whole browser (docs/decisions/019). */
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where the system has a program of one of these names, as an absolute path, or undefined. */
export function onPath(candidates: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return candidates.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Prefers the system's Chromium without windows, then Playwright's, then the system's whole one. */
export function chromiumLaunch(more: string[] = []): { executablePath?: string; args: string[] } {
  // A browser under test talks to nobody but the site: no updates, no sync, no first-run pages.
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  // Chromium's sandbox refuses to run as root, as in most containers.
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
