import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { claimDataDir } from '../../../data-dir/data-dir.ts'
import type { Db } from '../../../db/connect.ts'
import { connectPatiently } from '../../../test/connect-patiently.ts'
import { listMigratedTables } from '../../../db/prepare/migrate.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import { requireStorageOfSite } from '../../../objects/storage-mark.ts'
import { findDifferences } from '../doctor/find-differences.ts'
import { createLogger } from '../../../setup/logger.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import { linkToDatabase } from '../../../test/servers/database-link.ts'
import { emptyDatabase } from '../../../test/servers/test-database.ts'
import { executeOnce } from '../../../test/database/execute-once.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { backUp } from './back-up.ts'
import { requireRoom } from './copy-files.ts'
import { asStartupError } from './failure.ts'
import { fillDatabase } from './database/fill-database.ts'
import { importFile } from './database/import-database.ts'
import { findBackupProblem } from './record-backup.ts'
import { checkBackup, restore } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'
import { withConnection } from './database/with-connection.ts'

const quiet = createLogger({ level: 'silent' })

const t = testApp()
const scratch = sharedFolder()
let backup: string
let waitingVideoId: string

beforeAll(async () => {
  const dataDir = join(scratch, 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'session-secret'), 'secret')
  const { user } = await t.signUp()
  const ids = await insertVideos(t, user.id, 3)
  waitingVideoId = ids[0]!
  for (const { id } of await t.rows('objects')) {
    await t.deps.storage.write(id, Readable.from(['x']), { maxBytes: 1 })
  }
  await t.deps.jobs.enqueue(t.db, 'render-poster', { videoId: waitingVideoId })
  // The first process of a site marks its storage.
  await requireStorageOfSite(t.db, t.deps.storage)
  backup = await backUpOf(dataDir)
})

/** Makes a backup. @returns Its folder. */
async function backUpOf(
  dataDir: string,
  log: (line: string) => void = () => {},
  target = join(scratch, randomBytes(6).toString('hex')),
): Promise<string> {
  const openStorage = async () => t.deps.storage
  await backUp({ dataDir, databaseUrl: t.databaseUrl, openStorage, target, reserve: () => 0, log })
  return target
}

/** Copies the backup and changes the copy. */
async function changed(change: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(scratch, randomBytes(6).toString('hex'))
  await cp(backup, folder, { recursive: true })
  await change(folder)
  return folder
}

async function rewrite(file: string, rewritten: (text: string) => string): Promise<void> {
  await writeFile(file, rewritten(await readFile(file, 'utf8')))
}

/** Creates a new data folder and the settings for a restore. */
async function newSite(databaseUrl: string) {
  const dataDir = await createFolder()
  return { dataDir, databaseUrl, openStorage: () => DiskStorage.open(join(dataDir, 'objects')) }
}

async function createFolder(): Promise<string> {
  const folder = join(scratch, randomBytes(6).toString('hex'))
  await mkdir(folder)
  return folder
}

test('a restore brings back all rows, constraints, triggers and waiting jobs', async () => {
  const databaseUrl = await emptyDatabase()
  const into = await newSite(databaseUrl)
  await restore(await checkBackup(backup), into, quiet)
  await using db = connectPatiently(databaseUrl)
  expect(await findDifferences({ db, storage: await into.openStorage() })).toEqual([])
  const schemaOf = async (of: typeof db) => {
    const { rows } = await sql`
      select conname as name, pg_get_constraintdef(oid) as is from pg_constraint where connamespace = 'public'::regnamespace
      union select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`.execute(of)
    return rows
  }
  expect(await schemaOf(db)).toEqual(await schemaOf(t.db))
  for (const table of ['users', 'videos', 'objects', 'sessions', 'creatorNames', 'migrations'] as const) {
    const rowsOf = async (of: typeof db) =>
      (await sql`select to_jsonb(x) - 'ran_at' as row from ${sql.table(snake(table))} x order by 1`.execute(of)).rows
    expect(await rowsOf(db)).toEqual(await rowsOf(t.db))
  }
  await expectWaiting(db)
  await requireStorageOfSite(db, await into.openStorage())
})

/** Expects exactly the poster job that was waiting when the backup was made. */
async function expectWaiting(db: Db): Promise<void> {
  const { rows } = await sql`select name, data from pgboss.job where name = 'render-poster'`.execute(db)
  expect(rows).toEqual([{ name: 'render-poster', data: { videoId: waitingVideoId } }])
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('an incomplete backup is refused before anything is written', async () => {
  const without = (path: string) => changed((folder) => rm(join(folder, path)))
  await expect(checkBackup(await without('manifest.json'))).rejects.toThrow(/an incomplete one/)
  const [original] = (await checkBackup(backup)).objects.paths
  for (const [path, files] of [
    [`objects/${original}`, '3 files'],
    ['files/session-secret', '1 file'],
  ] as const) {
    await expect(checkBackup(await without(path))).rejects.toThrow(`is incomplete: it should hold ${files} with`)
  }
})

test('a newer version’s backup is refused with the name of its migration', async () => {
  const newer = (from: string | RegExp, to: string) =>
    changed((folder) => rewrite(join(folder, 'manifest.json'), (text) => text.replace(from, to)))
  await expect(checkBackup(await newer('"migrations": [', '"migrations": ["9999-future.sql",'))).rejects.toThrow(
    /^A newer version of Reverie made .*9999-future\.sql/,
  )
  await expect(checkBackup(await newer('"format": 2', '"format": 3'))).rejects.toThrow(/a newer one made it/)
})

test('a database that a newer version has used is not backed up', async () => {
  await sql`insert into migrations (name) values ('9999-future.sql')`.execute(t.db)
  onTestFinished(async () => void (await sql`delete from migrations where name = '9999-future.sql'`.execute(t.db)))
  await expect(backUpOf(join(scratch, 'data'))).rejects.toThrow(
    /last used by a newer version of Reverie \(9999-future\.sql\)/,
  )
})

test('a backup into an existing folder is refused and does not count as failed', async () => {
  await expect(backUpOf(join(scratch, 'data'), () => {}, backup)).rejects.toThrow('already exists')
  expect(await findBackupProblem(t.db, 7)).toBeUndefined()
})

test('a manifest that cannot be read is not reported as missing', async () => {
  const unreadable = await changed(async (folder) => {
    await rm(join(folder, 'manifest.json'))
    await mkdir(join(folder, 'manifest.json'))
  })
  const error = asStartupError(await checkBackup(unreadable).catch((reason: unknown) => reason), 'The restore')
  expect(String(error)).toMatch(/The restore failed: illegal operation on a directory/)
})

test('a storage that holds objects is refused before anything is written', async () => {
  const into = await newSite(await emptyDatabase())
  const storage = await into.openStorage()
  await storage.write(randomUUID(), Readable.from(['of another site']), { maxBytes: 20 })
  await expect(restore(await checkBackup(backup), into, quiet)).rejects.toThrow('STORAGE_URL is not empty')
  expect(await readdir(into.dataDir)).toEqual(['objects'])
  expect(await Array.fromAsync(storage.list())).toHaveLength(1)
})

test('restoring a backup that lacks rows fails and leaves the database empty', async () => {
  const damaged = await changed((folder) =>
    rewrite(join(folder, 'database', 'videos.copy'), (text) => text.replace(/^.*\n/, '')),
  )
  const into = await newSite(await emptyDatabase())
  await expect(restore(await checkBackup(damaged), into, quiet)).rejects.toThrow(
    /should have 3 rows of videos, and has 2/,
  )
  await using db = connectPatiently(into.databaseUrl)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await expect(claimDataDir(into.dataDir)).rejects.toThrow(/was interrupted/)
  // This restore uses the same database, but another folder.
  await restore(await checkBackup(backup), await newSite(into.databaseUrl), quiet)
  expect(await db.selectFrom('videos').select('id').execute()).toHaveLength(3)
})

test('a restore that fails while it enqueues the waiting jobs leaves no connection open', async () => {
  const damaged = await changed((folder) => writeFile(join(folder, 'waiting-jobs.json'), '{}'))
  const into = await newSite(await emptyDatabase())
  await expect(restore(await checkBackup(damaged), into, quiet)).rejects.toThrow('not iterable')
  const connections = sql`select from pg_stat_activity where datname = ${new URL(into.databaseUrl).pathname.slice(1)}`
  await expect.poll(async () => (await connections.execute(t.db)).rows.length).toBe(0)
})

test('a restore continues after the database was silent for a second, as on a busy machine', async () => {
  const link = await linkToDatabase(await emptyDatabase())
  onTestFinished(() => link.close())
  const job = { name: 'render-poster', payload: { videoId: waitingVideoId } }
  const beforeSilence = {
    ...job,
    get payload() {
      link.hang()
      setTimeout(() => void link.mend(), 1_000)
      return job.payload
    },
  }
  // The queue reads its settings for the first job, over another connection.
  const contents = { migrations: [], waitingJobs: [job, beforeSilence] }
  await expect(fillDatabase(link.url, contents, async () => {}, quiet)).resolves.toBeUndefined()
})

test('a backup with changed rows is refused', async () => {
  const damaged = await changed((folder) =>
    rewrite(join(folder, 'database', 'videos.copy'), (text) => text.replace('Clip 1', 'Clip 7')),
  )
  const { manifest } = await checkBackup(damaged)
  const importVideos = (folder: string) =>
    withConnection(t.databaseUrl, async (client) => {
      // The temporary table hides the real table of this name.
      await client.query('create temporary table videos (like videos including defaults)')
      await importFile(
        client,
        manifest.tables.find(({ name }) => name === 'videos')!,
        join(folder, 'database'),
      )
    })
  await expect(importVideos(damaged)).rejects.toThrow(/rows of videos differ from those that were written/)
  await importVideos(backup)
})

test('verifying a backup finds damaged rows and wrong sizes', async () => {
  expect(await verifyBackup(backup)).toMatchObject({ manifest: { objects: { count: 3 } }, missing: 0 })
  const swapped = await changed((folder) =>
    rewrite(join(folder, 'database', 'videos.copy'), (rows) => rows.replace('Clip 1', 'Clip X')),
  )
  await expect(verifyBackup(swapped)).rejects.toThrow('its rows of videos differ from those that were written')
  const short = await changed((folder) =>
    rewrite(join(folder, 'database', 'users.copy'), (rows) => rows.slice(0, rows.indexOf('\n') + 1).repeat(9)),
  )
  await expect(verifyBackup(short)).rejects.toThrow(/it should have \d+ rows of users, and has 9/)
  const jobs = await changed((folder) => writeFile(join(folder, 'waiting-jobs.json'), '[{'))
  await expect(verifyBackup(jobs)).rejects.toThrow(/waiting-jobs.json cannot be read/)
  // As many bytes as before, but not in each file.
  const shifted = await changed(async (folder) => {
    const paths = (await readdir(join(folder, 'objects'), { recursive: true })).filter((path) => path.length > 3)
    await writeFile(join(folder, 'objects', paths[0]!), '')
    await writeFile(join(folder, 'objects', paths[1]!), 'xx')
  })
  await expect(verifyBackup(shifted)).rejects.toThrow('does not have the size that its row states')
  const incomplete = await changed((folder) => rm(join(folder, 'files', 'session-secret')))
  await expect(verifyBackup(incomplete)).rejects.toThrow('is incomplete')
})

test('a backup of the former layout, with objects among the files, is restored', async () => {
  const [original] = (await checkBackup(backup)).objects.paths
  const former = await changed(async (folder) => {
    await rename(join(folder, 'objects'), join(folder, 'files', 'objects'))
    await rm(join(folder, 'uploads'), { recursive: true })
    await rewrite(join(folder, 'manifest.json'), (text) => {
      const { objects, uploads: _, files, tables, ...manifest } = JSON.parse(text)
      return JSON.stringify({
        ...manifest,
        format: 1,
        tables: tables.map(({ sha256: _unknown, ...table }: { sha256: string }) => table),
        files: { count: files.count + objects.count, bytes: files.bytes + objects.bytes },
      })
    })
  })
  const into = await newSite(await emptyDatabase())
  await restore(await checkBackup(former), into, quiet)
  expect(await readFile(join(into.dataDir, 'objects', original!), 'utf8')).toBe('x')
  await using db = connectPatiently(into.databaseUrl)
  await expectWaiting(db)
})

test('a lack of disk space is refused with the needed and the free space', async () => {
  await expect(requireRoom(scratch, 2 ** 60)).rejects.toThrow(/1024\.0 PB needed.* free\. Nothing/)
})

test('the disk reserve counts as missing disk space', async () => {
  await expect(requireRoom(scratch, 1, (total) => total)).rejects.toThrow(/plus .* to keep free \(DISK_RESERVE\)/)
})

test('a backup that loses its database connection fails and leaves nothing behind', async () => {
  const folders = await readdir(scratch)
  await t.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    // This lock makes the backup wait when it reaches the table.
    await sql`lock table videos in access exclusive mode`.execute(tx)
    const failed = backUpOf(join(scratch, 'data')).catch((error: unknown) => asStartupError(error, 'The backup'))
    const cut = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'copy "videos"%' and wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await cut.execute(t.db)).rows.length).toBe(1)
    const error = await failed
    expect(error).toBeInstanceOf(StartupError)
    expect(error).toMatchObject({ message: expect.stringMatching(/^The backup failed: /) })
  })
  expect(await readdir(scratch)).toEqual(folders)
})

test('the database’s own settings change neither the format of rows nor the time limit', async () => {
  const databaseUrl = await emptyDatabase()
  const alter = `alter database ${new URL(databaseUrl).pathname.slice(1)} set`
  await executeOnce(databaseUrl, `${alter} statement_timeout = '5min'`)
  await executeOnce(databaseUrl, `${alter} datestyle = 'German'`)
  const { rows } = await withConnection(databaseUrl, (client) =>
    client.query(`select current_setting('statement_timeout') as timeout, date '2026-11-22'::text as day`),
  )
  expect(rows).toEqual([{ timeout: '0', day: '2026-11-22' }])
})

test('a link to a file is saved, and links to folders and dangling links in folders are refused', async () => {
  const dataDir = await createFolder()
  const elsewhere = await createFolder()
  await mkdir(join(dataDir, 'pages'))
  await writeFile(join(elsewhere, 'kept.txt'), 'We keep little.')
  await symlink(join(elsewhere, 'kept.txt'), join(dataDir, 'pages', 'privacy.md'))
  const kept = join(await backUpOf(dataDir), 'files', 'pages', 'privacy.md')
  expect(await readFile(kept, 'utf8')).toBe('We keep little.')
  await symlink(elsewhere, join(dataDir, 'pages', 'more'))
  await expect(backUpOf(dataDir)).rejects.toThrow(/pages\/more links to a folder\. Only folders/)
  await rm(elsewhere, { recursive: true })
  await expect(backUpOf(dataDir)).rejects.toThrow(/pages\/\S+ links to \S+, which cannot be read\. Mount/)
})

test('a site that has no files other than its objects can be restored', async () => {
  const made = await checkBackup(await backUpOf(await createFolder()))
  expect(made.files.paths).toEqual([])
  await restore(made, await newSite(await emptyDatabase()), quiet)
})

test('a backup leaves out an operator’s own tables and logs their names', async () => {
  await sql`create table visitors_of_ours (id serial primary key)`.execute(t.db)
  onTestFinished(async () => void (await sql`drop table visitors_of_ours`.execute(t.db)))
  const lines: string[] = []
  const made = await checkBackup(await backUpOf(join(scratch, 'data'), (line) => void lines.push(line)))
  expect(lines).toContain('Skipped tables that don’t belong to Reverie: visitors_of_ours.')
  await restore(made, await newSite(await emptyDatabase()), quiet)
})

test('every table is created by a known migration', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`.execute(t.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...(await listMigratedTables())].toSorted())
})

test('a system error becomes a start-up error, a bug does not', async () => {
  const failure = await readdir(join(scratch, 'nowhere')).catch((error: unknown) => error)
  expect(asStartupError(failure, 'The backup')).toMatchObject({
    message: `The backup failed: no such file or directory, scandir '${join(scratch, 'nowhere')}'.`,
  })
  // Some of Node's functions put a comma after the code and repeat the path.
  const closed = Object.assign(new Error("EACCES, Permission denied: /data/work '/data/work'"), {
    code: 'EACCES',
    syscall: 'rm',
  })
  expect(asStartupError(closed, 'The start')).toMatchObject({
    message:
      'The start failed: Permission denied: /data/work. Please check to whom it belongs. ' +
      'If root ran Reverie there, give it back: chown -R USER FOLDER.',
  })
  const defect = new TypeError('x is not a function')
  expect(asStartupError(defect, 'The backup')).toBe(defect)
})
