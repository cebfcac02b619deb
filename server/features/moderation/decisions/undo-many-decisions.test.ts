import { expect, test } from 'vitest'
import { signInOn } from '../../../test/clients/devices.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { listHurriedStaff } from './hurried-staff.ts'
import { decideAbout, decision, differences, signUpWithThings, statementsOf } from './people.fixture.ts'
import { undoDecisions } from './undo-decisions-of.ts'
import { sizeOf } from '../../../test/run-size.ts'

const t = testApp()

/** Number of affected users, at least two. Each receives thirty decisions, including a suspension. */
const peopleCount = sizeOf({ quick: 2, deep: 10 })

test(`all ${peopleCount * 30} decisions made by one moderator are undone, and the affected users are notified`, async () => {
  const [thief, other] = [await t.signUp({ role: 'moderator' }), await t.signUp({ role: 'moderator' })]
  const people = await Promise.all(Array.from({ length: peopleCount }, () => signUpWithThings(t)))
  const kept = await decideAbout(other, { kind: 'video', subjectId: people[0]!.videoId }, decision('hide'))
  const since = new Date().toISOString()
  const enforcements = ['restrict', 'hide', 'none', 'hide', 'warn'] as const
  for (const { user } of people) {
    for (const [i, subjectId] of (await insertVideos(t, user.id, 29)).entries()) {
      await decideAbout(thief, { kind: 'video', subjectId }, decision(enforcements[i % enforcements.length]!))
    }
    await decideAbout(thief, { kind: 'account', subjectId: user.id }, decision('suspend'))
  }
  expect((await t.visitor.get('/api/videos')).json()).toMatchObject({ videos: [] })
  expect(await listHurriedStaff(t.db)).toEqual([
    { id: thief.user.id, displayName: 'Somebody', decisions: peopleCount * 30, suspensions: peopleCount },
  ])

  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({
    decisions: peopleCount * 30,
    appeals: 0,
  })
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 0 })
  expect(await differences(t)).toEqual([])
  expect(await t.rows('videos', { isHidden: true })).toMatchObject([{ id: people[0]!.videoId }])
  expect(await t.rows('decisions', { state: 'in-force' })).toMatchObject([{ id: kept.id }])
  for (const { user } of people) {
    const statements = await statementsOf({ caller: await signInOn(t, user.email) })
    const lifted = statements.filter(({ id }) => id !== kept.id)
    expect(lifted).toHaveLength(24)
    expect(new Set(lifted.map((statement) => statement.lifted?.answer))).toEqual(
      new Set(['This decision was made by mistake and has been undone. Everything is back as it was.']),
    )
  }
  // The cases that the stolen account dismissed are open again.
  expect(await t.rows('cases', { state: 'open' })).toHaveLength(peopleCount * 6)
})
