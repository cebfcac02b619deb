import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seeded } from '../../../test/media/mutations.ts'
import { testApp, testPerson } from '../../../test/test-app.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'
import { differences, signUpWithThings, writeComment } from './people.fixture.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { startFixture } from '../../../test/start-fixture.ts'

/** Maximum delay before the kill, in milliseconds. Several decisions take place within this time. */
const DELAY_MAX_MS = 300

const t = testApp()
const admin = testPerson(t, { role: 'admin' })

const count = sizeOf({ quick: 2, deep: 30 })

beforeAll(async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => signUpWithThings(t)))
  for (const { caller } of people) for (const { videoId } of people) await writeComment(caller, videoId)
})

test(`a server killed at ${count} moments leaves decisions and effects in agreement`, async () => {
  const random = seeded(12)
  for (let kills = 0; kills < count; kills++) {
    await decideAndDie(random(DELAY_MAX_MS))
    await expectAgreement()
  }
  expect((await t.rows('decisions')).length).toBeGreaterThanOrEqual(count)
})

async function decideAndDie(afterMs: number): Promise<void> {
  const { kill } = await startFixture(import.meta.dirname, 'decider.fixture.ts', t.databaseUrl, admin.user.id)
  // The process may be at any point of its loop.
  await delay(afterMs)
  await kill()
}

/** Checks that subjects, accounts, cases and both logs agree with the decisions. */
async function expectAgreement(): Promise<void> {
  expect(await differences(t)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
  const { rows } = await sql`
    select
      (select count(*) from cases where state = 'open') as open_cases,
      (select count(*) from cases where state = 'closed') - (select count(*) from decisions) as undecided,
      (select count(*) from public_log) - (
        select count(*) + count(*) filter (where state = 'reversed') from decisions) as unlogged,
      (select count(*) from staff_log) - (
        select count(*) + count(*) filter (where state = 'reversed') from decisions) as unknown_to_staff`.execute(t.db)
  expect(rows).toEqual([{ openCases: 0, undecided: 0, unlogged: 0, unknownToStaff: 0 }])
}
