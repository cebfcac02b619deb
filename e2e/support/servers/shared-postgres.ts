import { randomBytes } from 'node:crypto'
import { databaseAt } from '../../../server/test/database/database-at.ts'
import { executeOnce } from '../../../server/test/database/execute-once.ts'
import { createTemplateDatabase } from '../../../server/test/servers/template-database.ts'
import { startThrowawayPostgres } from '../../../server/test/servers/throwaway-postgres.ts'

/** Starts one PostgreSQL for the run, with a migrated database that each site copies. */
export async function startSharedPostgres(): Promise<{ stop(): Promise<void> }> {
  const postgres = await startThrowawayPostgres()
  process.env.E2E_POSTGRES_URL = postgres.url
  try {
    process.env.E2E_TEMPLATE = await createTemplateDatabase(postgres.url)
    return postgres
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Creates a site's database. @returns The settings that connect a server to the database. */
export async function createSiteDatabase(): Promise<{ DATABASE_URL: string; SESSION_SECRET: string }> {
  const { E2E_POSTGRES_URL = '', E2E_TEMPLATE } = process.env
  const name = `site_${randomBytes(8).toString('hex')}`
  await executeOnce(E2E_POSTGRES_URL, `create database ${name} template ${E2E_TEMPLATE} strategy file_copy`)
  return { DATABASE_URL: databaseAt(E2E_POSTGRES_URL, name), SESSION_SECRET: randomBytes(32).toString('hex') }
}
