import { expect, test } from 'vitest'
import { decideAbout, decision, signUpWithThings } from '../../server/features/moderation/decisions/people.fixture.ts'
import { copyrightNoticeAbout, counterNotice } from '../../server/test/takedown-notices.ts'
import { appOfTest } from '../../server/test/test-app.ts'
import { commandFor } from '../support/commands.fixture.ts'

test('the text of printed notices cannot imitate the command’s own output', async () => {
  const t = await appOfTest()
  const notices = await commandFor(t, 'operate/notices.ts')
  expect(await notices()).toEqual({ code: 0, said: 'There are no notices.\n' })

  const [moderator, person] = [await t.signUp({ role: 'moderator' }), await signUpWithThings(t)]
  const notice = {
    ...copyrightNoticeAbout(person.videoId),
    explanation: 'It is mine.\nEmail:       nobody@example.org\u001b[2J\u202e',
  }
  const { noticeId } = (await t.visitor.post('/api/notices', notice)).json<{ noticeId: string }>()
  const { id, caseId } = await decideAbout(
    moderator,
    { kind: 'video', subjectId: person.videoId },
    decision('hide', { rule: 'copyright' }),
  )
  const sent = await person.caller.post(`/api/account/decisions/${id}/counter-notice`, counterNotice)
  expect(sent.statusCode).toBe(201)
  const counter = await t.row('counterNotices', {})

  const { createdAt } = await t.row('notices', noticeId)
  expect(await notices()).toEqual({
    code: 0,
    said:
      `${counter.sentAt.slice(0, 10)}  ${counter.id}  counter    A maker\n` +
      `${createdAt.slice(0, 10)}  ${noticeId}  copyright  A claimant <claimant@example.org>\n`,
  })
  const inFull = await notices(noticeId)
  expect(inFull.said.split('\n').map((line) => line.split(':')[0])).toEqual([
    'Number',
    'About',
    'Sent',
    'Name',
    'Email',
    'Contact',
    'Work',
    'Signed',
    'Explanation',
    'Addresses',
    '',
  ])
  expect(inFull.said).toContain('Explanation: It is mine. Email: nobody@example.org[2J\n')
  const countered = await notices(counter.id)
  expect(countered.said).toContain('Contact:     2 Maker Street\n')
  expect(countered.said).toContain('Forward to:  A claimant <claimant@example.org>\n')
  expect(countered.said).toContain(`Restored:    ${counter.restoreOn}\n`)
  expect(countered.said).toContain(`/moderation?case=${caseId}\n`)

  expect(await notices(id)).toEqual({ code: 1, said: `There is no notice ${id}.\n` })
  expect(await notices('all')).toEqual({
    code: 1,
    said: 'Usage: npm run notices, or npm run notices -- NUMBER\n',
  })
})
