import { describe, expect, test } from 'vitest'
import { testApp, testPerson } from '../../../test/test-app.ts'
import { closeCase } from './close-case.ts'
import { openCase } from './open-case.ts'
import { casesIn, readCase, report } from './cases.fixture.ts'

const t = testApp()
const { scene, casesOf, openCaseOf, decide } = casesIn(t)
const moderator = testPerson(t, { role: 'moderator' })

test('reports of a clip do not join a case that the answer to a dispute closed', async () => {
  const { videoId } = await scene()
  const answerDispute = () =>
    t.db.transaction().execute(async (tx) => {
      const { id } = await openCase(tx, { kind: 'video', subjectId: videoId, source: 'dispute', rules: [] })
      await closeCase(tx, id, { moderatorId: moderator.user.id, isDismissal: false, isQuiet: false })
    })
  const stateOf = async (reportId: string) => (await t.visitor.get(`/api/reports/${reportId}`)).json<object>()
  await answerDispute()
  expect(await stateOf(await report(t.visitor, 'video', videoId, 'other'))).toEqual({ state: 'open' })
  await decide(moderator, await openCaseOf(videoId), 'none')

  await answerDispute()
  expect(await stateOf(await report(t.visitor, 'video', videoId, 'other'))).toEqual({ state: 'nothing-found' })
  expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
})

describe('the case of a judged subject', () => {
  async function judgedClip(measure: 'none' | 'hide' = 'none') {
    const { owner, videoId } = await scene()
    const { caller } = await t.signUp()
    await report(caller, 'video', videoId)
    await decide(moderator, await openCaseOf(videoId), measure)
    return { owner, videoId, caller }
  }

  test('stays closed after reports that add nothing new', async () => {
    const { videoId, caller } = await judgedClip()
    const again = await report(caller, 'video', videoId)
    expect(await report(caller, 'video', videoId, 'other')).toBe(again)
    await report((await t.signUp()).caller, 'video', videoId)
    for (let i = 0; i < 5; i++) await report(t.visitor, 'video', videoId)
    const cases = await casesOf(videoId)
    expect(cases).toEqual([expect.objectContaining({ state: 'closed', reportsCount: 1 })])
    const { state } = (await t.visitor.get(`/api/reports/${again}`)).json<{ state: string }>()
    expect(state).toBe('nothing-found')
  })

  test('is reopened after the text of the subject has changed', async () => {
    const { owner, videoId, caller } = await judgedClip()
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Buy things' })
    await report(caller, 'video', videoId)
    const id = await openCaseOf(videoId)
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Nothing to see' })
    expect(await readCase(moderator, id)).toMatchObject({
      snapshot: { title: 'Buy things' },
      current: { title: 'Nothing to see' },
    })
    await decide(moderator, id, 'none')
    // A text that was judged before does not count as new.
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Clip 0' })
    await report(caller, 'video', videoId)
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  test('is reopened after its model has changed, and moderators see the new model', async () => {
    const { owner, videoId, caller } = await judgedClip()
    await owner.caller.patch(`/api/videos/${videoId}`, { model: 'Buy things at example.org' })
    await report(caller, 'video', videoId)
    expect(await readCase(moderator, await openCaseOf(videoId))).toMatchObject({
      snapshot: { model: 'Buy things at example.org' },
    })
  })

  test('is reopened once by a report that names a rule no earlier report or decision named', async () => {
    const { videoId, caller } = await judgedClip()
    await report(caller, 'video', videoId, 'hate')
    await decide(moderator, await openCaseOf(videoId), 'none', 'hate')
    await report(caller, 'video', videoId, 'spam')
    await report(caller, 'video', videoId, 'hate')
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  test('is reopened once two further accounts have reported it for each earlier reporter', async () => {
    const { videoId } = await judgedClip()
    const [first, second] = [await t.signUp(), await t.signUp()]
    await report(first.caller, 'video', videoId)
    await report(first.caller, 'video', videoId)
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed'])
    await report(second.caller, 'video', videoId)
    const id = await openCaseOf(videoId)
    const { reportsCount, reports } = await readCase(moderator, id)
    expect(reportsCount).toBe(2)
    expect(reports.map(({ reporter }) => reporter?.id)).toEqual([first.user.id, second.user.id])
  })
})
