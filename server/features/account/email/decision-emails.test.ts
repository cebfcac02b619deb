import { beforeAll, expect, test } from 'vitest'
import { testPerson } from '../../../test/test-app.ts'
import { decideAbout, decision, signUpWithThings } from '../../moderation/decisions/people.fixture.ts'
import { testMailSite } from './mail-site.fixture.ts'
import { enqueueDecisionEmails } from './send-email.ts'
import { workOnEmails } from './send-email.jobs.ts'

const { server, t } = testMailSite()
const moderator = testPerson(t, { role: 'moderator' })
const other = testPerson(t, { role: 'moderator' })
beforeAll(() => workOnEmails(t.deps))

/** Signs a person up whose welcome e-mail has arrived. */
async function signUp() {
  const person = await signUpWithThings(t)
  const { email } = person.user
  await server.emailTo(email)
  return { ...person, email }
}

/** Waits for the next e-mail to an address. @returns Its subject and the part before the footer. */
async function nextTo(email: string) {
  await enqueueDecisionEmails(t.deps)
  const { subject, text } = await server.emailTo(email)
  return [subject, text!.split('\n\nThis is an automatic email')[0]!.split('\n\n')]
}

const page = 'http://reverie.test/settings/standing'

test('the e-mail about a decision quotes the added rule', async () => {
  const rule = { key: 'own-1', title: 'No politics', text: 'No parties and no campaigns.', isRetired: false }
  const setting = { key: 'ownRules', value: JSON.stringify([rule]) }
  await t.insert('siteSettings', setting)
  const { videoId, email } = await signUp()
  await decideAbout(moderator, { kind: 'video', subjectId: videoId }, decision('hide', { rule: 'own-1' }))
  await t.db.deleteFrom('siteSettings').execute()
  const [, paragraphs] = await nextTo(email)
  expect(paragraphs?.[1]).toBe('The rule: No politics. No parties and no campaigns.')
})

test('the e-mail about a hidden clip names the rule and explains appeals', async () => {
  const { videoId, email } = await signUp()
  await decideAbout(moderator, { kind: 'video', subjectId: videoId }, { ...decision('hide'), facts: 'Typed words.' })
  const [subject, paragraphs] = await nextTo(email)
  expect(subject).toBe('A decision about your clip')
  expect(paragraphs).toEqual([
    'A moderator hid your clip.',
    expect.stringMatching(/^The rule: .+\.$/),
    `Read the reasons:\n${page}`,
    'If you think this is a mistake, you can appeal there.',
  ])
})

test.each([
  ['warn', 'You got a warning from a moderator about your account.'],
  ['restrict', 'A moderator restricted your account: you can read, but not post.'],
  ['suspend', 'A moderator suspended your account.'],
] as const)('a person receives an e-mail about a decision on their account: %s', async (measure, happened) => {
  const { user, email } = await signUp()
  await decideAbout(moderator, { kind: 'account', subjectId: user.id }, decision(measure))
  expect((await nextTo(email))[1]).toContain(happened)
})

test('a person receives an e-mail when a decision about them is lifted, or their appeal is answered', async () => {
  const { videoId, email, caller } = await signUp()
  const decide = async () => {
    const { id } = await decideAbout(moderator, { kind: 'video', subjectId: videoId }, decision('hide'))
    await nextTo(email)
    return id
  }
  await moderator.caller.post(`/api/decisions/${await decide()}/lift`, { answer: 'Taken back.' })
  expect((await nextTo(email))[0]).toBe('A decision about your clip was reversed')
  for (const [outcome, subject, happened] of [
    ['reversed', 'Your appeal was accepted', 'We read your appeal. The decision about your clip was reversed.'],
    ['upheld', 'Your appeal was answered', 'We read your appeal. The decision about your clip stays.'],
  ]) {
    const id = await decide()
    await caller.post(`/api/account/decisions/${id}/appeal`, { text: 'It is my own cat.' })
    await other.caller.post(`/api/decisions/${id}/answer`, { outcome, answer: 'We have looked again.' })
    const rule = expect.stringMatching(/^The rule: /) as string
    expect(await nextTo(email)).toEqual([subject, [happened, rule, `Read the answer:\n${page}`]])
  }
})

test('concurrent sweeps send one e-mail about a decision, and none about a dismissed case', async () => {
  const [concerned, dismissed] = [await signUp(), await signUp()]
  await decideAbout(moderator, { kind: 'video', subjectId: dismissed.videoId }, decision('none'))
  await decideAbout(moderator, { kind: 'video', subjectId: concerned.videoId }, decision('warn'))
  await Promise.all(Array.from({ length: 4 }, () => enqueueDecisionEmails(t.deps)))
  await nextTo(concerned.email)
  const decisionsTo = (email: string) =>
    server.messages.filter(({ envelopeTo, subject }) => envelopeTo.includes(email) && subject?.includes('decision'))
  expect([decisionsTo(concerned.email).length, decisionsTo(dismissed.email).length]).toEqual([1, 0])
})

test('a site without a mail server keeps no e-mail about decisions', async () => {
  const { videoId } = await signUp()
  await decideAbout(moderator, { kind: 'video', subjectId: videoId }, decision('hide'))
  await enqueueDecisionEmails({ ...t.deps, config: { ...t.deps.config, mail: undefined } })
  expect(await t.rows('decisionEmails')).toEqual([])
})
