import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { claimDataDir } from '../../server/data-dir/data-dir.ts'
import { findBackupProblem } from '../../server/features/site/backup/record-backup.ts'
import { startProduct } from '../../e2e/support/servers/server.ts'
import { publish, appOfTest, type TestApp } from '../../server/test/test-app.ts'
import { runScript, startScript } from '../support/commands.fixture.ts'
import { testFolder } from '../../server/test/test-folder.ts'

let scratch: string
/** The site that is backed up. */
let dataDir: string
let backup: string
beforeEach(() => {
  scratch = testFolder({ isOpen: true })
  dataDir = join(scratch, 'data')
  backup = join(scratch, 'backup')
})

/** Starts a site with an external database. */
async function startSite(): Promise<TestApp> {
  const t = await appOfTest()
  await mkdir(join(dataDir, 'pages'), { recursive: true, mode: 0o700 })
  await symlink(t.storageFolder, join(dataDir, 'objects'))
  await writeFile(join(dataDir, 'session-secret'), t.deps.secret)
  await writeFile(join(dataDir, 'pages', 'privacy.md'), 'We keep little.')
  // A start that was interrupted while it created a database left this, which no backup contains.
  await mkdir(join(dataDir, 'postgres.new-1'))
  await writeFile(join(dataDir, 'postgres.new-1', 'password'), 'secret')
  return t
}

function run(command: 'backup' | 'restore', folder: string, env: Record<string, string>) {
  return runScript(`data/${command}.ts`, [folder], settingsWith(env))
}

const keys = { AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' }

const settingsWith = (env: Record<string, string>) => ({ SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env })

test('a site is restored completely, and people stay signed in', async () => {
  const t = await startSite()
  const [ada, ben] = [await t.signUp(), await t.signUp()]
  const clip = await publish(ada.caller, 'plain-h264.mp4', { title: 'Łódź — “two\nlines” \\N' })
  await ben.caller.post(`/api/videos/${clip.id}/like`)
  await ben.caller.post(`/api/videos/${clip.id}/comments`, { text: 'tab\there' })

  const made = await run('backup', backup, { DATABASE_URL: t.databaseUrl })
  expect(made).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('2 accounts, 1 video, 3 files') })

  // Restores into the embedded database.
  const restored = join(scratch, 'restored')
  expect(await run('restore', backup, { DATA_DIR: restored })).toMatchObject({ code: 0, errors: '' })
  const product = await startProduct({ DATA_DIR: restored }, { makesRenditions: false })
  onTestFinished(() => product.stop())
  const get = async (path: string) => fetch(product.url + path, { headers: { cookie: ada.caller.cookie } })
  expect(await (await get('/api/user')).json()).toMatchObject({ email: ada.user.email, totalLikes: 1, userNumber: 1 })
  expect(await (await get(`/api/videos/${clip.id}`)).json()).toMatchObject({
    title: clip.title,
    likesCount: 1,
    commentsCount: 1,
  })
  const original = await t.visitor.get(clip.videoUrl)
  expect(Buffer.from(await (await get(clip.videoUrl)).arrayBuffer())).toEqual(original.rawPayload)
  expect(await readFile(join(restored, 'pages', 'privacy.md'), 'utf8')).toBe('We keep little.')
  const again = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ada.user.email, password: 'secret1' }),
  })
  expect(again.status).toBe(200)
})

test('an interrupted backup does not block the next one', async () => {
  const t = await startSite()
  await t.signUp()
  const env = { DATABASE_URL: t.databaseUrl }
  await t.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    // Makes the backup wait when it reaches this table.
    await sql`lock table videos in access exclusive mode`.execute(tx)
    const child = startScript('data/backup.ts', [backup], settingsWith(env))
    const isWaiting = sql`
      select from pg_stat_activity
      where query like 'copy "videos"%' and wait_event_type = 'Lock' and datname = current_database()`
    // The backup has the lowest priority, so it may take minutes on a busy machine.
    await expect.poll(async () => (await isWaiting.execute(t.db)).rows.length, { timeout: 600_000 }).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const [draft] = (await readdir(scratch)).filter((name) => name.startsWith('unfinished-'))
  const into = { ...env, DATA_DIR: join(scratch, 'restored') }
  expect((await run('restore', join(scratch, draft!), into)).errors).toMatch(/is not a backup, or an incomplete one/)
  expect(await run('backup', backup, env)).toMatchObject({ code: 0, errors: '' })
  expect(await readdir(scratch)).toEqual(['backup', 'data'])
})

test('a restore that is killed while it creates the database leaves no folder that starts as an empty site', async () => {
  const t = await startSite()
  expect(await run('backup', backup, { DATABASE_URL: t.databaseUrl })).toMatchObject({ code: 0 })
  const restored = join(scratch, 'restored')
  const child = startScript('data/restore.ts', [backup], settingsWith({ DATA_DIR: restored }))
  await expect.poll(() => existsSync(join(restored, 'postgres-password'))).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect(claimDataDir(restored)).rejects.toThrow(/^A restore into .* was interrupted: .* Delete the folder/)
})

test('backup and restore refuse to overwrite existing files', async () => {
  const t = await startSite()
  await t.signUp()
  const env = { DATABASE_URL: t.databaseUrl }
  expect(await run('backup', backup, env)).toMatchObject({ code: 0 })
  expect((await run('backup', backup, env)).errors).toMatch(/backup already exists/)
  const inFile = join(backup, 'manifest.json', 'backup')
  // The error is a single line without a stack trace.
  expect((await run('backup', inFile, env)).errors).toMatch(/^The backup failed: .*manifest\.json.*\n$/)
  expect((await run('restore', backup, env)).errors).toMatch(/DATA_DIR .* is not empty/)
  const restored = join(scratch, 'restored')
  expect((await run('restore', backup, { ...env, DATA_DIR: restored })).errors).toMatch(/database .* is not empty/)
  // Nothing blocks the next attempt.
  expect(await readdir(restored)).toEqual(['reverie.lock'])
})

test('a backup that does not reach the bucket counts as failed', async () => {
  const t = await startSite()
  const bucket = { STORAGE_URL: 's3://clips?endpoint=http://127.0.0.1:1', ...keys }
  const { code, errors } = await run('backup', backup, { DATABASE_URL: t.databaseUrl, ...bucket })
  expect([code, errors]).toEqual([1, expect.stringMatching(/^STORAGE_URL: the bucket 'clips' .* cannot be used .*\n$/)])
  expect(await findBackupProblem(t.db, 7)).toMatch(/failed: STORAGE_URL: the bucket 'clips'/)
})

test('a backup of a site whose files are all missing counts as failed', async () => {
  const t = await startSite()
  await publish((await t.signUp()).caller)
  // Without its disk, the folder is empty.
  await rm(join(dataDir, 'objects'))
  await mkdir(join(dataDir, 'objects'))
  const { code, errors } = await run('backup', backup, { DATABASE_URL: t.databaseUrl })
  const reason = `The folder of the files, ${dataDir}/objects, has none of this site’s files. Nothing was backed up.`
  expect([code, errors]).toEqual([1, expect.stringContaining(reason)])
  expect(await findBackupProblem(t.db, 7)).toContain(reason)
})

test('a restore refuses an option instead of creating a folder of that name', async () => {
  const { code, errors } = await runScript('data/restore.ts', [scratch, '--verify'], settingsWith({}))
  expect([code, errors]).toEqual([1, expect.stringMatching(/^Unknown option '--verify'. Usage: npm run restore .*\n$/)])
})
