import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../../../errors/startup-error.ts'
import { hasSystemCode } from '../../../errors/system-error.ts'
import { writeSynced } from './copy-files.ts'

/**
 * Version of the layout of backups. Each version of Reverie reads only the layouts that it knows. In layout 1, objects
 * are among the files.
 */
const FORMAT = 2

const count = z.int().check(z.nonnegative())
const counted = z.object({ count, bytes: count })
const none = { count: 0, bytes: 0 }

const Manifest = z.object({
  format: z.literal([1, FORMAT]),
  madeAt: z.string(),
  /** Digest that identifies the database. Backups of earlier versions have none. */
  site: z.optional(z.string()),
  /** Version of the PostgreSQL server from which the rows were copied. A restore does not depend on it. */
  postgresVersion: z.string(),
  /** Names of all applied migrations, which determine the schema of the tables. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      /** Hash of the table's file, in hexadecimal digits. */
      sha256: z.optional(z.string()),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  objects: z._default(counted, none),
  uploads: z._default(counted, none),
  files: counted,
  databaseBytes: count,
})

/** The content of a backup, for checks that it is complete and readable. */
export type Manifest = z.infer<typeof Manifest>

export const partsOf = (backup: string) => ({
  /** One file per table, as PostgreSQL's `copy` writes it. */
  database: join(backup, 'database'),
  waitingJobs: join(backup, 'waiting-jobs.json'),
  /** Published objects by id, in folders by the first two digits. These files never change. */
  objects: join(backup, 'objects'),
  /** Complete uploads that are not used yet, in the same layout. */
  uploads: join(backup, 'uploads'),
  /** All other content of `DATA_DIR`, except the database. */
  files: join(backup, 'files'),
  manifest: join(backup, 'manifest.json'),
})

export function writeManifest(backup: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  return writeSynced(partsOf(backup).manifest, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
}

/**
 * Reads the manifest of a backup. @throws {StartupError} If there is no backup, it is incomplete, or this version
 * cannot read it. Other errors of the file system, such as missing permissions, are thrown unchanged.
 */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(partsOf(backup).manifest, 'utf8').catch((error: unknown) => {
    if (!hasSystemCode(error, 'ENOENT', 'ENOTDIR')) throw error
    throw new StartupError(`${backup} is not a backup, or an incomplete one: it has no manifest.json.`)
  })
  const manifest = Manifest.safeParse(parse(text))
  if (manifest.success) return manifest.data
  throw new StartupError(`This version of Reverie cannot read ${backup}: a newer one made it, or it was damaged.`)
}

/** Lists the readable backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<{ path: string; manifest: Manifest }[]> {
  const found = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // A link is another name for a backup, or a backup elsewhere.
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    const manifest = await readManifest(path).catch(() => undefined)
    if (manifest) found.push({ path, manifest })
  }
  return found.toSorted((a, b) => a.manifest.madeAt.localeCompare(b.manifest.madeAt))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
