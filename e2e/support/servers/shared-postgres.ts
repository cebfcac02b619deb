import { randomBytes } from 'node:crypto'
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
  const url = new URL(process.env.E2E_POSTGRES_URL ?? '')
  url.pathname = `site_${randomBytes(8).toString('hex')}`
  const name = url.pathname.slice(1)
  await executeOnce(
    process.env.E2E_POSTGRES_URL ?? '',
    `create database ${name} template ${process.env.E2E_TEMPLATE} strategy file_copy`,
  )
  return { DATABASE_URL: url.href, SESSION_SECRET: randomBytes(32).toString('hex') }
}
