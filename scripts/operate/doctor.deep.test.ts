import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectPatiently } from '../../server/test/connect-patiently.ts'
import { migrateToLatest } from '../../server/db/prepare/migrate.ts'
import { startPurgeReceiver } from '../../server/test/servers/purge-receiver.ts'
import { publish, appOfTest } from '../../server/test/test-app.ts'
import { runScript } from '../support/commands.fixture.ts'
import { testFolder } from '../../server/test/test-folder.ts'
import { startFixture } from '../../server/test/start-fixture.ts'

const embedded = join(import.meta.dirname, '../../server/embedded')

let dataDir: string
beforeEach(() => {
  dataDir = join(testFolder({ isOpen: true }), 'data')
})

function runDoctor(args: string[] = [], env: Record<string, string> = {}) {
  return runScript('operate/doctor.ts', args, { DATA_DIR: dataDir, ...env })
}

test('with an external database, the doctor reports and repairs differences', async () => {
  const t = await appOfTest()
  await mkdir(dataDir)
  await symlink(t.storageFolder, join(dataDir, 'objects'))
  const receiver = await startPurgeReceiver()
  onTestFinished(() => receiver.stop())
  const cdn = { OBJECTS_URL: 'https://media.example.org', CDN_PURGE_URL: receiver.url }
  const env = { DATABASE_URL: t.databaseUrl, SESSION_SECRET: 'x'.repeat(32), ...cdn }
  const { user, caller } = await t.signUp()

  const healthy = await runDoctor([], env)
  expect(healthy).toMatchObject({ code: 0, errors: '' })
  expect(healthy.out).toMatch(
    /^Disk of .*: [0-9.]+ [MGT]B free of [0-9.]+ [GT]B, reserve [0-9.]+ [MG]B[.]\nReserved for uploads/,
  )
  expect(healthy.out).toMatch(/view counts[^]*\nNo differences\n$/)
  expect(healthy.out).not.toContain('Processing failed')

  const { id } = await publish(caller)
  await t.change('videos', id, { streamFailure: 'It took too long.' })
  expect((await runDoctor([], env)).out).toContain(
    `Processing failed for 1 video. To retry: npm run requeue -- --failed\n  ${id}: It took too long.\n`,
  )

  await t.change('users', user.id, { followersCount: 3 })
  const line = `users.followers_count of ${user.id} is 3, counted 0`
  const ill = await runDoctor([], env)
  expect(ill.code).toBe(1)
  expect(ill.out.split('\n')).toEqual(expect.arrayContaining([line, '1 difference; --repair can fix 1 of them.']))

  const mended = await runDoctor(['--repair'], env)
  expect(mended.code).toBe(0)
  expect(mended.out).toContain(`${line}: is 0 now\nAll differences fixed\n`)

  // Without any file, nothing would be repaired.
  await publish(caller)
  const { originalId } = await t.row('videos', id)
  await t.deps.storage.remove(originalId)
  expect((await runDoctor(['--repair'], env)).out).toContain(`video ${id} is hidden now\nAll differences fixed\n`)
  expect(receiver.paths).toContain(`/objects/${originalId}.mp4`)

  const process = { id: randomUUID(), role: 'web', host: 'one', pid: 1, version: '0.1.0' } as const
  await t.insert('processes', process)
  const alone = await runDoctor([], env)
  expect(alone.code).toBe(1)
  expect(alone.out).toMatch(/\nNo differences\nNo background process .*\n$/)

  expect((await runDoctor(['--repare'], env)).errors).toBe(
    "Unknown option '--repare'. Usage: npm run doctor [-- --repair]\n",
  )
})

test('with the embedded database, the doctor works on running and stopped sites', async () => {
  expect(await runDoctor()).toMatchObject({
    code: 1,
    errors: `No Reverie site found in ${dataDir}. Please set DATA_DIR.\n`,
  })
  const { line: url, kill } = await startFixture(embedded, 'owner.fixture.ts', dataDir)
  await mkdir(join(dataDir, 'objects', 'incoming'), { recursive: true })
  expect(await runDoctor()).toMatchObject({
    code: 1,
    errors: 'This database is not up to date. Please run: npm run db:migrate\n',
  })
  const db = connectPatiently(url)
  await migrateToLatest(db)
  await db.destroy()
  expect((await runDoctor()).out).toMatch(/\nNo differences\n$/)

  await kill()
  const stopped = await runDoctor()
  expect(stopped).toMatchObject({ code: 0, errors: '' })
  expect(stopped.out).toMatch(/\nNo differences\n$/)
})

test('a database or folder that the operator may not use is reported in one sentence', async () => {
  const t = await appOfTest()
  await mkdir(join(dataDir, 'objects'), { recursive: true })
  const weak = new URL(t.databaseUrl)
  weak.username = `role_${randomUUID().replaceAll('-', '')}`
  await sql`create role ${sql.id(weak.username)} login password ${sql.lit(weak.password)}`.execute(t.db)
  onTestFinished(async () => void (await sql`drop role ${sql.id(weak.username)}`.execute(t.db)))
  const env = { DATABASE_URL: weak.href, SESSION_SECRET: 'x'.repeat(32) }
  expect(await runDoctor([], env)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(
      /^The command failed: permission denied for table \w+\. Reverie’s role must own the database\.\n$/,
    ),
  })

  await rm(join(dataDir, 'objects'), { recursive: true })
  await writeFile(join(dataDir, 'objects'), '')
  expect(await runDoctor([], { ...env, DATABASE_URL: t.databaseUrl })).toMatchObject({
    code: 1,
    errors: `The folder of the files, ${join(dataDir, 'objects')}, cannot be used: not a directory. Mount its disk, or give it to the user of Reverie.\n`,
  })
})

test('a migration of a folder without a site is refused and creates nothing', async () => {
  expect(await runScript('operate/migrate.ts', [], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    out: '',
    errors: `No Reverie site found in ${dataDir}. Please set DATA_DIR.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

test('a repair without any of the site’s files is refused and hides nothing', async () => {
  const t = await appOfTest()
  const { caller } = await t.signUp()
  await publish(caller)
  // The disk of the files is not mounted.
  await mkdir(join(dataDir, 'objects'), { recursive: true })
  const { code, errors } = await runDoctor(['--repair'], {
    DATABASE_URL: t.databaseUrl,
    SESSION_SECRET: 'x'.repeat(32),
  })
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/^The folder of the files, .*\. Nothing was repaired\. .*\n$/),
  ])
  expect(await t.rows('videos')).toMatchObject([{ isHidden: false }])
})
