import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { decideAbout, decision, openCaseAbout, signUpWithThings } from '../decisions/people.fixture.ts'
import { deleteOldDecisionTexts } from './delete-old-texts.ts'

const t = testApp()

test('the sweep deletes the texts of decisions that ended long ago', async () => {
  const [moderator, person] = [await t.signUp({ role: 'moderator' }), await signUpWithThings(t)]
  const about = { kind: 'video', subjectId: person.videoId } as const
  const caseId = await openCaseAbout(t, 'video', person.videoId)
  await t.insert('reports', {
    videoId: person.videoId,
    caseId,
    reason: 'other',
    otherText: 'My cat',
    subject: 'A title',
    closedAt: '2020-01-01T00:00:00Z',
  })
  const warned = (await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('warn', { note: 'Hm' }))).json<{
    id: string
  }>()
  const hidden = await decideAbout(moderator, about, decision('hide'))
  const textsOf = async (id: string) =>
    t.db
      .selectFrom('decisions')
      .innerJoin('cases', 'cases.id', 'caseId')
      .leftJoin('reports', 'reports.caseId', 'cases.id')
      .select(['facts', 'note', 'appealText', 'snapshot', 'otherText', 'reports.subject', 'measure', 'rule'])
      .where('decisions.id', '=', id)
      .executeTakeFirst()
  const age = async (days: number) => {
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    const ids = [warned.id, hidden.id]
    await t.change('decisions', { id: ids }, { decidedAt: at })
    await t.change('cases', { subjectId: person.videoId }, { closedAt: at })
  }
  await person.caller.post(`/api/account/decisions/${warned.id}/appeal`, { text: 'No.' })
  const before = await textsOf(warned.id)
  await age(214)
  await deleteOldDecisionTexts(t.db)
  expect(await textsOf(warned.id)).toEqual(before)
  await age(216)
  await deleteOldDecisionTexts(t.db)
  // The appeal is not answered yet.
  expect(await textsOf(warned.id)).toEqual(before)
  await (
    await t.signUp({ role: 'moderator' })
  ).caller.post(`/api/decisions/${warned.id}/answer`, { outcome: 'upheld', answer: 'Yes.' })
  await deleteOldDecisionTexts(t.db)
  expect(await textsOf(warned.id)).toEqual({
    facts: null,
    note: null,
    appealText: null,
    snapshot: {},
    otherText: null,
    subject: null,
    measure: 'warn',
    rule: 'spam',
  })
  // A decision in force keeps its reasons.
  expect(await textsOf(hidden.id)).toMatchObject({ facts: 'It sells watches.' })
  expect((await person.caller.get('/api/account/decisions')).json()).toMatchObject({
    decisions: expect.arrayContaining([expect.objectContaining({ id: warned.id, facts: null, subject: '' })]),
  })
})
