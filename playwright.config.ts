import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/find-chromium.ts'

/** Test pages live for seconds, so optimizing their JavaScript costs more than it saves. */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev --no-sparkplug', '--disable-threaded-animation']

/** Milliseconds; set it low where most expectations fail. */
const waits = process.env.EXPECT_TIMEOUT

/** Each worker starts its own site, and each test finds it empty (`apps/web/e2e/support/fixtures.ts`). */
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: 'test-results',
  globalSetup: './apps/web/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // More workers than CPUs make the suite slower.
  workers: Math.min(8, availableParallelism()),
  retries: 0,
  // Generous for slow shared machines.
  timeout: 240_000,
  expect: { timeout: Number(waits ?? 60_000) },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(SHORT_LIVED),
    actionTimeout: Number(waits ?? 0),
    // Tracing every test takes a third longer and adds console errors; use `--trace on` when needed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // All tests run on the desktop; those tagged `@phone` also run on a phone.
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
