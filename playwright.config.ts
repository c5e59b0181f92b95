import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/find-chromium.ts'

/** A page of a test lives for seconds: code that is compiled once more, to be faster, never earns that back. */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev --no-sparkplug', '--disable-threaded-animation']

/** Milliseconds. Proving the tests waits less: there, most of what they wait for does not come. */
const waits = process.env.EXPECT_TIMEOUT

/** Each worker starts a site of its own and each test finds it empty (`apps/web/e2e/support/fixtures.ts`). */
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: 'test-results',
  globalSetup: './apps/web/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  retries: 0,
  // Generous: a slow shared machine is no failure.
  timeout: 240_000,
  expect: { timeout: Number(waits ?? 60_000) },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(SHORT_LIVED),
    actionTimeout: Number(waits ?? 0),
    // A trace of every test costs a third of the run, and its own requests show up as errors: `--trace on` when needed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // Every test runs on the desktop; those that look different on a phone, or could, are tagged and run there, too.
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
