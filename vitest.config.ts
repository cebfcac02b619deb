import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Processes: native code (image and video libraries) that crashes takes one file with it, not the run.
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: 'server/test/postgres.setup.ts',
    setupFiles: 'server/test/console.setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
