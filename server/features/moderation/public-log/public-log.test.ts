import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { LogEntry, LogLine } from '../../../../contract/moderation/public-log.ts'
import { readPages } from '../../../test/read-pages.ts'
import { testApp } from '../../../test/test-app.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { insertDecision } from '../decisions/insert-decision.fixture.ts'
import { appendToLog } from './append-to-log.ts'

const script = join(import.meta.dirname, '../../../../web/features/moderation/public-log/check-log.mjs')
const line: LogEntry = {
  event: 'decided',
  kind: 'video',
  rule: 'spam',
  measure: 'hide',
  duration: null,
  source: 'report',
  detected: 'person',
  sameJudge: false,
}
const entries: LogEntry[] = Array.from({ length: 30 }, (_, i) => ({
  ...line,
  event: i % 3 === 0 ? 'reversed' : 'decided',
  measure: i % 2 === 0 ? 'suspend' : 'none',
  duration: i % 2 === 0 ? 'months' : null,
  sameJudge: i % 3 === 0,
}))

const t = testApp()
let origin: string
beforeAll(async () => {
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const rolledBack = t.db.transaction().execute(async (tx) => {
    await appendToLog(tx, line)
    throw new Error('rolled back')
  })
  const append = (entry: LogEntry) => t.db.transaction().execute((tx) => appendToLog(tx, entry))
  await Promise.allSettled([...entries.map(append), rolledBack])
})

async function readLog(): Promise<LogLine[]> {
  const pages = await Array.fromAsync(readPages<{ lines: LogLine[] }>(t.visitor, '/api/log?limit=7'))
  return pages.flatMap(({ lines }) => lines)
}

/** Returns the output of the public verification script, which does not use our code. */
async function check(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [script, origin, ...args])
  const { stdout } = await run.catch((failed: { stdout: string }) => failed)
  return stdout.trim()
}

/** Expects this output of the verification script, once the one-second cache has expired. */
const expectOutput = (words: string) => expect.poll(() => check()).toBe(words)

/** Alters lines that the trigger protects, as the owner of the database can. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await t.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await change.execute(db)
    await sql`set session_replication_role = origin`.execute(db)
  })
}

const complaints = async () => (await findDifferences(t.deps)).map((difference) => difference.line)

test('concurrent writers create one chain, verifiable with the public endpoint alone', async () => {
  const lines = await readLog()
  expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i))
  expect(lines.map(({ entry }) => entry)).toEqual(expect.arrayContaining(entries))
  await expectOutput(`30 lines, none altered. Keep the last one’s hash: ${lines[0]!.sha256}`)
  expect(await check(lines[20]!.sha256)).toMatch(/none altered/)
  expect(await check('0'.repeat(64))).toBe('The line you saved is not in the log.')
  expect(await complaints()).toEqual([])
})

test('a line altered despite the trigger is reported by its number', async () => {
  await expect(sql`update public_log set day = day - 1 where number = 7`.execute(t.db)).rejects.toThrow('never changed')
  await expect(sql`delete from public_log`.execute(t.db)).rejects.toThrow('never changed')

  await tamper(sql`update public_log set entry = entry || '{"rule": "hate"}' where number = 7`)
  expect(await complaints()).toEqual(['line 7 of the public log was altered'])
  await expectOutput('Line 7 was altered, or a line before it was removed.')
  await tamper(sql`update public_log set entry = entry || '{"rule": "spam"}' where number = 7`)
  expect(await complaints()).toEqual([])

  await tamper(sql`update public_log set previous = null where number = 8`)
  expect(await complaints()).toEqual([
    'line 8 of the public log does not follow line 7: one of them was altered',
    'line 8 of the public log was altered',
  ])
  await tamper(sql`update public_log set previous = (select hash from public_log where number = 7) where number = 8`)
  await tamper(sql`create table taken as select * from public_log where number between 9 and 10`)
  await tamper(sql`delete from public_log where number in (9, 10)`)
  expect(await complaints()).toEqual(['lines 9 to 10 of the public log are missing'])
  await expectOutput('Line 11 was altered, or a line before it was removed.')
  await tamper(sql`insert into public_log select * from taken`)
  expect(await complaints()).toEqual([])
})

test('lines missing at the end of the log are detected by counting decisions', async () => {
  const n = (await t.rows('publicLog')).filter(({ entry }) => entry['event'] === 'decided').length
  for (let i = 0; i < n; i++) await insertDecision(t.db, {})
  expect(await complaints()).toEqual([])
  await insertDecision(t.db, {})
  expect(await complaints()).toEqual([`the public log lists ${n} decisions, but there are ${n + 1}`])
  await t.db.deleteFrom('decisions').execute()
})
