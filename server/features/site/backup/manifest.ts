import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../../../errors/startup-error.ts'
import { writeSynced } from './copy-files.ts'

/** Of how a backup is laid out. A version of Reverie reads those that it knows: in 1, objects are among the files. */
const FORMAT = 2

const count = z.int().check(z.nonnegative())
const counted = z.object({ count, bytes: count })
const none = { count: 0, bytes: 0 }

const Manifest = z.object({
  format: z.literal([1, FORMAT]),
  madeAt: z.string(),
  /** Which made it: any that Reverie knows can read it. */
  postgresVersion: z.string(),
  /** By name, all that had run: the schema of the tables. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      /** Of its file, in hexadecimal digits. */
      sha256: z.optional(z.string()),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  objects: z._default(counted, none),
  uploads: z._default(counted, none),
  files: counted,
  databaseBytes: count,
})

/** What a backup holds, for those who check that it is whole, and that they can read it. */
export type Manifest = z.infer<typeof Manifest>

/** Where the parts of a backup are. */
export const partsOf = (backup: string) => ({
  /** One a table, as PostgreSQL's `copy` writes it. */
  database: join(backup, 'database'),
  waitingJobs: join(backup, 'waiting-jobs.json'),
  /** What the site shows, by id, in folders by its first two digits: these files never change. */
  objects: join(backup, 'objects'),
  /** Uploads that are whole and nothing uses yet, likewise. */
  uploads: join(backup, 'uploads'),
  /** What else was in `DATA_DIR` beside the database. */
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

/** The newest of the backups in a folder, if there is one that this version can read. */
export async function findNewestBackup(folder: string): Promise<{ path: string; manifest: Manifest } | undefined> {
  const found = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const manifest = await readManifest(path).catch(() => undefined)
    if (manifest) found.push({ path, manifest })
  }
  return found.toSorted((a, b) => a.manifest.madeAt.localeCompare(b.manifest.madeAt)).at(-1)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
