import { join } from 'node:path'
import { type ConfigEnv, defineConfig, type ViteUserConfig } from 'vitest/config'

type Config = (env: ConfigEnv) => ViteUserConfig

/**
 * The older version's tests that cannot pass on a newer schema. Its backup refuses a database of another version. Its
 * list of exported tables is complete only for its own version.
 */
const NOT_OF_API = ['server/features/site/backup/**', 'server/features/account/export/contents.test.ts']

/** The configuration of the tested version, with a setup that applies our schema. This process runs in its folder. */
export default defineConfig(async (env) => {
  const { default: theirs } = (await import(join(process.cwd(), 'vitest.config.ts'))) as { default: Config }
  const config = theirs(env)
  // The tests of the server are the first project, or all tests of a version without projects.
  const [server = config] = (config.test?.projects ?? []) as ViteUserConfig[]
  const { globalSetup = [], exclude = [] } = server.test ?? {}
  server.test = {
    ...server.test,
    // Runs after the setup of the tested version, which creates the database.
    globalSetup: [globalSetup, join(import.meta.dirname, 'migrate-template.setup.ts')].flat(),
    exclude: [...exclude, ...NOT_OF_API],
  }
  return config
})
