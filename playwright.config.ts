import { defineConfig } from '@playwright/test'
import { browserLaunchOptions } from './e2e/browser.ts'

const deepTests = '**/*.deep.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'quick', testIgnore: deepTests },
    { name: 'deep', testMatch: deepTests },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: browserLaunchOptions(),
    // Recording one of everything doubles the time of a run; `playwright test --trace on` does it for a test at hand.
    trace: 'off',
  },
})
