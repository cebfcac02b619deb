import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../../errors/startup-error.ts'
import { writeSynced } from './copy-files.ts'

/** Of how a backup is laid out. A version of Reverie reads those that it knows. */
const FORMAT = 1

const count = z.int().check(z.nonnegative())

const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Which made it: any that Reverie knows can read it. */
  postgresVersion: z.string(),
  /** By name, all that had run: the schema of the tables. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.object({ count, bytes: count }),
  databaseBytes: count,
})

/** What a backup holds, for those who check that it is whole, and that they can read it. */
export type Manifest = z.infer<typeof Manifest>

/** Where the parts of a backup are. */
export const partsOf = (backup: string) => ({
  /** One a table, as PostgreSQL's `copy` writes it. */
  database: join(backup, 'database'),
  waitingJobs: join(backup, 'waiting-jobs.json'),
  /** What was in `DATA_DIR` beside the database. */
  files: join(backup, 'files'),
  manifest: join(backup, 'manifest.json'),
})

export function writeManifest(backup: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  return writeSynced(partsOf(backup).manifest, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
}

/** @throws {StartupError} If there is no backup, or only a part of one, or one that this version cannot read. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(partsOf(backup).manifest, 'utf8').catch(() => {
    throw new StartupError(`${backup} is not a backup, or an incomplete one: it has no manifest.json.`)
  })
  const manifest = Manifest.safeParse(parse(text))
  if (manifest.success) return manifest.data
  throw new StartupError(`This version of Reverie cannot read ${backup}: a newer one made it, or it was damaged.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
