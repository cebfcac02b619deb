import type pg from 'pg'
import { StartupError } from '../../../errors/startup-error.ts'
import type { Logger } from '../../../setup/logger.ts'
import { copyOut, countOf, describeDatabase, inSnapshot, requireKnownSchema } from './database/export-database.ts'
import { fillDatabase } from './database/fill-database.ts'
import { copyIn, importTables, requireEmptyDatabase } from './database/import-database.ts'
import { withConnection } from './database/with-connection.ts'

/**
 * Copies a site's database into another one, possibly of another version of PostgreSQL: completely or not at all. The
 * source stays unchanged. No process may write to it, because such changes would be lost.
 *
 * @returns Number of rows per table, by table name.
 * @throws {StartupError} If the target is not empty, or a newer version has used the source.
 */
export async function moveDatabase(from: string, to: string, log: Logger): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await withConnection(from, async (source) => {
    await requireKnownSchema(source)
    await inSnapshot(source, async () => {
      const contents = await describeDatabase(source)
      const { leftOut, migrations } = contents
      await withConnection(to, (target) => requireEmptyDatabase(target, migrations))
      if (leftOut.length > 0) log.info(`Skipped tables that don’t belong to Reverie: ${leftOut.join(', ')}.`)
      const importRows = (target: pg.Client) =>
        importTables(target, contents, async (table) => {
          const rows = copyOut(source, table)
          const came = await copyIn(target, table, rows)
          const sent = await countOf(source, rows)
          if (came !== sent) throw new StartupError(`Of ${sent} rows of ${table.name}, ${came} arrived.`)
          counts.set(table.name, came)
        })
      await fillDatabase(to, contents, importRows, log)
    })
  })
  return counts
}
