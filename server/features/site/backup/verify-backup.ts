import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { hashed } from './database/export-database.ts'
import { damaged, requireWritten } from './database/import-database.ts'
import { type Manifest, partsOf } from './manifest.ts'
import { checkBackup } from './restore.ts'

const NEWLINE = 0x0a

/**
 * Reads all rows of a backup and the size of every object, without restoring anything. The bytes of the objects are not
 * read.
 *
 * @returns The manifest, and the number of objects without a file. Their files were already missing on the site.
 * @throws {StartupError} If the backup is incomplete or damaged, or a newer version made it.
 */
export async function verifyBackup(folder: string): Promise<{ manifest: Manifest; missing: number }> {
  const { manifest, objects, uploads } = await checkBackup(folder)
  const parts = partsOf(folder)
  for (const table of manifest.tables) await verifyTable(table, parts.database)
  await readWaitingJobs(parts.waitingJobs)
  const sizes = await readObjectSizes(manifest, parts.database)
  for (const [part, { paths }] of [
    [parts.objects, objects],
    [parts.uploads, uploads],
  ] as const) {
    for (const path of paths) {
      const { size } = await stat(join(part, path))
      if (sizes.get(basename(path)) !== size)
        throw damaged(`${join(part, path)} does not have the size that its row states.`)
      sizes.delete(basename(path))
    }
  }
  // In the former layout, objects are among the files.
  return { manifest, missing: manifest.format === 1 ? 0 : sizes.size }
}

/** Checks a table as a restore does. */
async function verifyTable(table: Manifest['tables'][number], folder: string): Promise<void> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const chunk of hashed(open(table.name, folder), hash)) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++
  }
  requireWritten(table, rows, hash)
}

async function readWaitingJobs(file: string): Promise<void> {
  try {
    JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw damaged(`${file} cannot be read.`)
  }
}

/** Returns the sizes of complete objects by id. The rows are in PostgreSQL's text format. */
async function readObjectSizes({ tables }: Manifest, folder: string): Promise<Map<string, number>> {
  const { columns = [] } = tables.find(({ name }) => name === 'objects') ?? {}
  const [id, state, size] = [columns.indexOf('id'), columns.indexOf('state'), columns.indexOf('size_bytes')]
  const sizes = new Map<string, number>()
  for await (const row of createInterface({ input: open('objects', folder), crlfDelay: Infinity })) {
    const values = row.split('\t')
    if (['stored', 'published', 'hidden'].includes(values[state]!)) sizes.set(values[id]!, Number(values[size]))
  }
  return sizes
}

const open = (table: string, folder: string) => createReadStream(join(folder, `${table}.copy`))
