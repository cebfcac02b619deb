import type { TestProject } from 'vitest/node'
import { startThrowawayPostgres } from '../embedded/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the run's PostgreSQL. Each test file creates a database of its own there. */
    postgresUrl: string
  }
}

/** One PostgreSQL serves the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
