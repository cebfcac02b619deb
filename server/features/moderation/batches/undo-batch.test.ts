import { expect, test } from 'vitest'
import type { Batch, BatchBody } from '../../../../contract/moderation/batches.ts'
import { testApp, testPerson } from '../../../test/test-app.ts'
import { hideComments } from '../../social/comments/hide-comments.ts'
import { decideAbout, decision, differences, openCaseAbout, writeComment } from '../decisions/people.fixture.ts'
import { undoDecisions } from '../decisions/undo-decisions-of.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'
import {
  batchesIn,
  deactivations,
  hideWave,
  listBatches,
  make,
  notUndone,
  readBatch,
  suspension,
  undo,
} from './batches.fixture.ts'

const t = testApp()
const { run, signUpMany, statementsAfterSignIn, suspendedCount, failAt, deactivate } = batchesIn(t)
const moderator = testPerson(t, { role: 'moderator' })
const admin = testPerson(t, { role: 'admin' })

const progressOf = (id: string) => readBatch(moderator, id)

test('undoing a batch leaves earlier decisions and informs each person', async () => {
  const people = await signUpMany(3)
  const kept = people[0]!
  await decideAbout(admin, { kind: 'account', subjectId: kept.user.id }, decision('suspend'))
  const { id } = await make(moderator, suspension(people))
  await run(id)
  expect(await progressOf(id)).toMatchObject({
    decided: 2,
    skipped: [{ reason: 'This was already in force.', count: 1 }],
  })
  const other = await t.signUp({ role: 'moderator' })
  expect((await undo(other, id)).statusCode).toBe(403)

  const undone = await Promise.all([undo(admin, id), undo(admin, id)])
  expect(undone.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await Promise.all([run(id), run(id)])
  expect(await progressOf(id)).toMatchObject({
    decided: 0,
    undone: 2,
    isRunning: false,
    undoneBy: 'Somebody',
    mayUndo: false,
  })
  expect(await suspendedCount(people)).toBe(1)
  for (const person of people.slice(1)) {
    expect((await statementsAfterSignIn(person))[0]).toMatchObject({
      state: 'reversed',
      lifted: { answer: 'A mistake. Sorry.' },
    })
  }
  expect(await differences(t)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
})

test('the moderator who made a batch can undo it while it runs', async () => {
  const people = await signUpMany(4)
  const { id } = await make(moderator, suspension(people))
  const heal = await failAt(3)
  await expect(run(id)).rejects.toThrow()
  await heal()
  expect((await undo(moderator, id)).json<Batch>()).toMatchObject({ isRunning: true, waiting: 1, decided: 3 })
  await run(id)
  expect(await progressOf(id)).toMatchObject({
    isRunning: false,
    undone: 3,
    skipped: [{ reason: 'Undone before it was decided.', count: 1 }],
  })
  expect(await suspendedCount(people)).toBe(0)
})

test('a batch hides comments, and its undo shows them again', async () => {
  const [owner] = await signUpMany(1)
  const ids = [owner!.commentId, await writeComment(owner!.caller, owner!.videoId, 'More')]
  const { id } = await make(moderator, { ...(decision('hide') as BatchBody), kind: 'comment', subjectIds: ids })
  await run(id)
  const shown = async () =>
    (await t.visitor.get(`/api/videos/${owner!.videoId}/comments`)).json<{ comments: object[] }>().comments.length
  expect(await shown()).toBe(0)
  await undo(moderator, id)
  await run(id)
  expect(await shown()).toBe(2)
  expect(await differences(t)).toEqual([])
})

test('comments that were hidden as a wave are shown together', async () => {
  const [owner, other] = await signUpMany(2)
  const words = 'Write me on Telegram, I make you rich in one week'
  const ids = [
    await writeComment(owner!.caller, owner!.videoId, words),
    await writeComment(other!.caller, owner!.videoId, words),
  ]
  const body = { rule: 'spam', facts: 'The same advertisement again and again.' }
  expect((await moderator.caller.post(`/api/comments/${ids[0]}/same-words/decision`, body)).json()).toEqual({
    decidedCount: 2,
  })
  const batches = await listBatches(admin)
  expect(batches[0]).toMatchObject({ kind: 'comment', measure: 'hide', total: 2, decided: 2, isRunning: false })
  await undo(admin, batches[0]!.id)
  await run(batches[0]!.id)
  expect(await t.rows('comments', { id: ids, isHidden: true })).toEqual([])
  expect(await differences(t)).toEqual([])
})

test.each(['a batch', 'all decisions of an account'])(
  'after undoing %s, comments that were pending before are pending again',
  async (undone) => {
    const [owner] = await signUpMany(1)
    const hasty = await t.signUp({ role: 'moderator' })
    const since = new Date().toISOString()
    const words = `Follow me and I follow you back, says every ${undone}`
    const ids = [
      await writeComment(owner!.caller, owner!.videoId, words),
      await writeComment(owner!.caller, owner!.videoId, words),
    ]
    await hideComments(t.db, ids.slice(1), 'hold')
    expect(await hideWave(hasty, ids[0]!)).toEqual({ decidedCount: 2 })
    const batches = await listBatches(admin)
    if (undone === 'a batch') {
      await undo(admin, batches[0]!.id)
      await run(batches[0]!.id)
    } else {
      await undoDecisions(t.deps, { byPersonId: hasty.user.id, since })
    }
    const comments = await t.rows('comments', { id: ids })
    expect(new Map(comments.map(({ id, hiddenFor }) => [id, hiddenFor]))).toEqual(
      new Map([
        [ids[0], []],
        [ids[1], ['hold']],
      ]),
    )
    expect(await differences(t)).toEqual([])
  },
)

test('undoing all decisions of an account also stops its batches', async () => {
  const people = await signUpMany(4)
  const other = await make(moderator, suspension(await signUpMany(1)))
  const thief = await t.signUp({ role: 'moderator' })
  const since = new Date().toISOString()
  const running = await make(thief, suspension(people.slice(0, 2)))
  const heal = await failAt(2)
  await expect(run(running.id)).rejects.toThrow()
  await heal()
  const queued = await make(thief, suspension(people.slice(2)))
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 1, appeals: 0 })
  for (const { id } of [running, queued]) {
    await run(id)
    expect(await progressOf(id)).toMatchObject({ waiting: 0, isRunning: false })
  }
  expect(await suspendedCount(people)).toBe(0)
  await run(other.id)
  expect(await progressOf(other.id)).toMatchObject({ decided: 1, skipped: [] })
})

test.each(deactivations)('an admin can continue the undo of a moderator who is %s', async (_, change, __, reason) => {
  const people = await signUpMany(2)
  const former = await t.signUp({ role: 'moderator' })
  const { id } = await make(former, suspension(people))
  await run(id)
  await undo(former, id)
  await deactivate(former, change)
  await run(id)
  const left = { isRunning: false, decided: 2, undone: 0, skipped: [{ reason, count: 2 }] }
  expect(await progressOf(id)).toMatchObject({ ...left, mayUndo: false })
  const batches = await listBatches(admin)
  expect(batches.find((batch) => batch.id === id)).toMatchObject({ ...left, mayUndo: true })
  await undo(admin, id)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ isRunning: false, decided: 0, undone: 2, skipped: [] })
  expect(await suspendedCount(people)).toBe(0)
})

test('a decision that was already reversed counts as undone, even by an inactive moderator', async () => {
  const people = await signUpMany(2)
  const former = await t.signUp({ role: 'moderator' })
  const { id } = await make(former, suspension(people))
  await run(id)
  const [statement] = await statementsAfterSignIn(people[0]!)
  expect((await admin.caller.post(`/api/decisions/${statement!.id}/lift`, { answer: 'Sorry.' })).statusCode).toBe(200)
  await undo(former, id)
  await deactivate(former, { restrictedUntil: 'infinity' })
  await run(id)
  expect(await progressOf(id)).toMatchObject({ decided: 1, undone: 1, skipped: [{ reason: notUndone, count: 1 }] })
})

test('undoing a batch reopens the cases that it closed', async () => {
  const people = await signUpMany(2)
  const reported = people[0]!
  const words = 'Invest with me, I doubled my money in only three days'
  const commentIds = [
    await writeComment(reported.caller, reported.videoId, words),
    await writeComment(reported.caller, reported.videoId, words),
  ]
  await openCaseAbout(t, 'account', reported.user.id)
  await openCaseAbout(t, 'comment', commentIds[1]!)
  const { id } = await make(moderator, suspension(people))
  await run(id)
  const open = async () => {
    const cases = await t.rows(
      'cases',
      { state: 'open', subjectId: [...people.map(({ user }) => user.id), ...commentIds] },
      'openedAt',
    )
    return cases.map(({ subjectId }) => subjectId)
  }
  await undo(moderator, id)
  await run(id)
  expect((await open()).toSorted()).toEqual([reported.user.id, commentIds[1]].toSorted())
  await hideWave(moderator, commentIds[0]!)
  expect(await open()).toEqual([reported.user.id])
  const batches = await listBatches(admin)
  await undo(admin, batches[0]!.id)
  await run(batches[0]!.id)
  expect((await open()).toSorted()).toEqual([reported.user.id, commentIds[1]].toSorted())
  expect(await differences(t)).toEqual([])
})
