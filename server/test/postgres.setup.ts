import type { TestProject } from 'vitest/node'
import { startThrowawayPostgres } from './servers/throwaway-postgres.ts'
import { buildMedia } from '../../scripts/serve/build-server.ts'
import { createTemplateDatabase } from './servers/template-database.ts'
import { type SharedServers, startSharedServers } from './nodes/shared-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the run's PostgreSQL. Each test file creates its own database there. */
    postgresUrl: string
    /** Name of the database that each test file copies. */
    templateDatabase: string
    /** Whether tests run at their full size, see `sizeOf()`. */
    isDeep: boolean
    /** The data servers of the tests' sites on several machines; `undefined` if the sites run in the test processes. */
    servers: SharedServers | undefined
  }
}

/** Starts one PostgreSQL for the whole run, and bundles the code of media children for `media-children.setup.ts`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundleChildren()
  project.onTestsRerun(bundleChildren)
  const postgres = await startThrowawayPostgres()
  const templateDatabase = await createTemplateDatabase(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', templateDatabase)
  const shared = project.vite.config.mode === 'nodes' ? await startSharedServers() : undefined
  project.provide('servers', shared?.servers)
  return async () => {
    await postgres.stop()
    await shared?.stop()
  }
}

async function bundleChildren(): Promise<void> {
  if (!(await buildMedia())) throw new Error('The code of media children could not be bundled.')
}
