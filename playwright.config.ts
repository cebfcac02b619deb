import { defineConfig } from '@playwright/test'
import { browserLaunchOptions } from './e2e/support/browser.ts'

/** Matches the file and tags of deep tests. */
const deepTests = /\.deep\.spec\.ts|@deep/

/**
 * Tests that cannot run against a site on several machines (`E2E_SITE=nodes`): those that kill the only process and those
 * that start an nginx of their own.
 */
const ofOneProcess = /killed-server\.deep\.spec\.ts|nginx\.deep\.spec\.ts/
const leftOut = process.env.E2E_SITE === 'nodes' ? [ofOneProcess] : []

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // On two cores, a third browser uses the time in which the others wait for frames and timers.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  // These limits only end tests that hang. They are long enough for a machine that is many times slower than ours.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  projects: [
    // Deep tests start first, so that none of them runs alone at the end. On two cores, it takes minutes to encode a
    // real film while the browser that waits for it is running.
    { name: 'deep', grep: deepTests, grepInvert: leftOut, timeout: 1_200_000, expect: { timeout: 600_000 } },
    { name: 'quick', grepInvert: [deepTests, ...leftOut] },
  ],
  use: {
    browserName: 'chromium',
    // In a test of the deep project, an action that hangs ends before the test does, and names itself.
    actionTimeout: 300_000,
    launchOptions: browserLaunchOptions(),
    // Otherwise the CPU would draw animations sixty times a second while other tests run.
    contextOptions: { reducedMotion: 'reduce' },
    // The service worker caches the page for offline use, which each new context would install again.
    serviceWorkers: 'block',
    // Recording traces of all tests would double the time of a run. `playwright test --trace on` records those of
    // single tests.
    trace: 'off',
  },
})
