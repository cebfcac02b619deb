import type { TestProject } from 'vitest/node'
import { prepareTables } from '../../../server/test/servers/template-database.ts'

/**
 * Applies this version's migrations to the database that each test file copies. The tested version has created it
 * before.
 */
export default async function setup(project: TestProject): Promise<void> {
  const { postgresUrl, templateDatabase } = project.getProvidedContext()
  const url = new URL(postgresUrl)
  url.pathname = templateDatabase
  const ran = await prepareTables(url.href)
  console.log(ran.length > 0 ? `Migrated by this version: ${ran.join(', ')}` : 'The schema is the same.')
}
