import { join } from 'node:path'
import { type ConfigEnv, defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config'

type Config = (env: ConfigEnv) => ViteUserConfig

/**
 * A backup is made by the version that the database is of: an earlier one refuses, in words. And that every table is in the
 * export is a promise about the tables of one's own version.
 */
const NOT_OF_API = ['server/features/backup/**', 'server/features/export/contents.test.ts']

/** The configuration of the version that is run, in whose folder this process is, with what makes its schema ours. */
export default defineConfig(async (env) => {
  const { default: theirs } = (await import(join(process.cwd(), 'vitest.config.ts'))) as { default: Config }
  const globalSetup = [join(import.meta.dirname, 'migrate-template.setup.ts')]
  return mergeConfig(theirs(env), { test: { globalSetup, exclude: NOT_OF_API } })
})
