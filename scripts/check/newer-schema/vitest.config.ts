import { join } from 'node:path'
import { type ConfigEnv, defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config'

type Config = (env: ConfigEnv) => ViteUserConfig

/**
 * The older version's tests that cannot pass on a newer schema: its backup refuses a database of another version, and
 * its list of exported tables is complete only for its own version.
 */
const NOT_OF_API = ['server/features/site/backup/**', 'server/features/account/export/contents.test.ts']

/** The configuration of the tested version, in whose folder this process runs, with a setup that applies our schema. */
export default defineConfig(async (env) => {
  const { default: theirs } = (await import(join(process.cwd(), 'vitest.config.ts'))) as { default: Config }
  const globalSetup = [join(import.meta.dirname, 'migrate-template.setup.ts')]
  return mergeConfig(theirs(env), { test: { globalSetup, exclude: NOT_OF_API } })
})
