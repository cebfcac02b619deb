import { beforeEach, expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import type { LogLine } from '../../../../contract/moderation/public-log.ts'
import type { OwnRule } from '../../../../contract/moderation/own-rules.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import type { SiteSettings } from '../../../../contract/site/settings.ts'
import { insertVideos, jobOf, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { decideBatch } from '../batches/decide-batch.jobs.ts'
import { decideAbout, decision, signUpWithThings } from '../decisions/people.fixture.ts'
import { faultsOfStatement } from '../eu-statements/eu-statement-rules.fixture.ts'
import { SITE_SETTINGS_CHANGED } from '../../site/settings/site-settings.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })
const moderator = testPerson(t, { role: 'moderator' })
beforeEach(async () => {
  await t.db.deleteFrom('siteSettings').execute()
  t.deps.signals.emit(SITE_SETTINGS_CHANGED, '')
})

const politics = { title: 'No politics', text: 'No parties, no candidates and no election campaigns.' }
const music = { title: 'No music videos', text: 'Songs belong elsewhere.' }

const send = (ownRules: object[]) => admin.caller.patch('/api/site-settings', { ownRules })
async function change(ownRules: object[]): Promise<OwnRule[]> {
  const reply = await send(ownRules)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return reply.json<SiteSettings>().ownRules
}

const listed = async () =>
  (await t.visitor.get('/api/site')).json<{ ownRules: Omit<OwnRule, 'isRetired'>[] }>().ownRules

/** Returns the newest entry of the public log, which is cached for a moment. */
async function lastEntry(): Promise<LogLine['entry'] | undefined> {
  const { lines } = (await t.visitor.get('/api/log?limit=1')).json<{ lines: LogLine[] }>()
  return lines[0]?.entry
}

const underRule = (rule: RuleKey, measure: DecisionBody['measure'] = 'hide') => decision(measure, { rule })

test('added rules keep their keys while they are renamed, removed and added again', async () => {
  const [first, second] = await change([politics, music])
  expect([first, second]).toMatchObject([
    { key: 'own-1', ...politics },
    { key: 'own-2', ...music },
  ])
  expect(await listed()).toEqual([
    { key: 'own-1', ...politics },
    { key: 'own-2', ...music },
  ])
  const renamed = { key: 'own-2', title: 'No songs', text: 'Please.' }
  expect(await change([renamed])).toEqual([
    { ...renamed, isRetired: false },
    { key: 'own-1', title: politics.title, text: '', isRetired: true },
  ])
  expect(await listed()).toEqual([renamed])
  // Earlier reports name a removed rule by its key, so no new rule ever gets it.
  await change([])
  expect((await change([politics])).map(({ key }) => key)).toEqual(['own-3', 'own-2', 'own-1'])
  const again = { key: 'own-1', ...politics, title: 'No party politics' }
  expect((await change([again]))[0]).toEqual({ ...again, isRetired: false })
})

test('a new rule never gets the key of a removed one, however many were removed after it', async () => {
  let rules: OwnRule[] = []
  for (let round = 0; round < 4; round++) rules = await change(many(10))
  const known = rules.toSorted((a, b) => numberOf(a) - numberOf(b))
  // The rules of each earlier round are added again and removed, so that they were removed later than the last ones.
  for (let first = 0; first < 30; first += 10)
    await change(known.slice(first, first + 10).map(({ key }, i) => ({ key, title: `Again ${i}`, text: 'x' })))
  await change([])
  expect((await change([politics]))[0]).toMatchObject({ key: 'own-41' })
})

const numberOf = ({ key }: OwnRule) => Number(key.slice('own-'.length))

test('concurrent changes by two admins give no key twice', async () => {
  await change([politics])
  const replies = await Promise.all(
    ['A', 'B', 'C'].map((title) =>
      send([
        { key: 'own-1', ...politics },
        { title, text: 'x' },
      ]),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const keys = replies.map((reply) => reply.json<SiteSettings>().ownRules[1]!.key)
  expect(new Set(keys).size).toBe(3)
})

const many = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `Rule ${i}`, text: 'x' }))

test.each([
  [[{ title: ' ', text: 'x' }], 'An added rule has no name. Please enter one, or remove the rule.'],
  [[{ title: 'No politics', text: '\u200B' }], 'The rule “No politics” has no text. Please enter one.'],
  [
    [{ title: 'x'.repeat(61), text: 'x' }],
    `The name of the rule “${'x'.repeat(20)}” has 61 characters. Please use at most 60.`,
  ],
  [
    [{ title: 'No politics', text: 'x'.repeat(501) }],
    'The text of the rule “No politics” has 501 characters. Please use at most 500.',
  ],
  [
    [politics, { ...music, title: ' no  POLITICS' }],
    'Another rule is already named “no POLITICS”. Please choose another name.',
  ],
  [[{ title: 'No Hate', text: 'x' }], 'Another rule is already named “No Hate”. Please choose another name.'],
  [many(11), 'There are 11 added rules. Please use at most 10.'],
  [
    [{ key: 'own-7', ...politics }],
    'The rule “No politics” has the unknown key own-7. Please leave the key out for a new rule.',
  ],
  [[{ key: 'spam', ...politics }], 'This is not the key of an added rule'],
  [[{ key: '', ...politics }], 'This is not the key of an added rule'],
  [
    [
      { key: 'own-1', ...politics },
      { key: 'own-1', ...music },
    ],
    'The key own-1 is used twice. Please leave it out for new rules.',
  ],
])('%j is refused and changes nothing', async (ownRules, message) => {
  const reply = await send(ownRules)
  expect(refusalOf(reply)).toEqual([400, message])
  expect(await listed()).toEqual([])
})

test('ten rules with the longest names and texts are accepted', async () => {
  const longest = many(10).map(({ title }) => ({ title: title.padEnd(60, 'x'), text: 'y'.repeat(500) }))
  expect(await change(longest)).toHaveLength(10)
  const { body } = await t.visitor.get('/rules')
  const [, json = ''] = /<script type="application\/json" id="branding">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(json)).toMatchObject({ ownRules: longest })
})

test('a report can name an added rule but not a removed rule', async () => {
  await admin.caller.patch('/api/site-settings', { tagline: 'Another setting' })
  await change([politics])
  const owner = await signUpWithThings(t)
  const reporter = await t.signUp()
  const reply = await reporter.caller.post(`/api/videos/${owner.videoId}/report`, { reason: 'own-1' })
  expect(reply.statusCode).toBe(201)
  const { id } = await t.row('cases', { subjectId: owner.videoId })
  const seen = (await moderator.caller.get(`/api/cases/${id}`)).json<Case>()
  expect(seen).toMatchObject({ rules: ['own-1'], isSevere: false, reports: [{ reason: 'own-1' }] })
  await change([])
  const late = await (await t.signUp()).caller.post(`/api/videos/${owner.videoId}/report`, { reason: 'own-1' })
  const message = 'This rule was removed. Please choose another one.'
  expect(late.statusCode).toBe(400)
  expect(late.json<ErrorReply>()).toMatchObject({ message, issues: [{ path: 'reason', message }] })
  // The report about the removed rule is still there, and the case is decided under another rule.
  const decided = await moderator.caller.post(`/api/cases/${id}/decision`, underRule('spam'))
  expect(decided.statusCode).toBe(201)
})

test('a decision keeps its rule’s name and text after the rule changes', async () => {
  await change([politics])
  const owner = await signUpWithThings(t)
  await decideAbout(moderator, { kind: 'video', subjectId: owner.videoId }, underRule('own-1'))
  await change([{ key: 'own-1', title: 'No campaigns', text: 'Another text.' }])
  await change([])

  const named = { rule: 'own-1', ruleTitle: politics.title, ruleText: politics.text }
  const { decisions } = (await owner.caller.get('/api/account/decisions')).json<{ decisions: Statement[] }>()
  expect(decisions[0]).toMatchObject(named)
  await expect.poll(lastEntry).toMatchObject(named)
  expect(await findAlteredLines(t.db)).toEqual([])
  const exported = (await admin.caller.get('/api/statements.jsonl')).body.trim().split('\n')
  const statement = JSON.parse(exported.at(-1)!) as Record<string, unknown>
  expect(faultsOfStatement(statement)).toEqual([])
  expect(statement).toMatchObject({
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: politics.title,
    incompatible_content_explanation: politics.text,
    category: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  })
  expect(statement).not.toHaveProperty('incompatible_content_illegal')

  const refused = await moderator.caller.post('/api/decisions', {
    ...underRule('own-1'),
    kind: 'video',
    subjectId: (await insertVideos(t, owner.user.id, 1))[0],
  })
  expect(refusalOf(refused)).toEqual([400, 'This rule was removed. Please choose another one.'])
  // The decision can still be reversed, and the log again has the former name of the rule.
  const { id } = decisions[0]!
  expect((await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'Sorry.' })).statusCode).toBe(200)
  await expect.poll(lastEntry).toMatchObject({ event: 'reversed', ruleTitle: politics.title })
})

test('the log has no rule name or text for decisions under standard rules', async () => {
  const owner = await signUpWithThings(t)
  await decideAbout(moderator, { kind: 'video', subjectId: owner.videoId }, underRule('spam'))
  await expect.poll(lastEntry).toMatchObject({ event: 'decided', rule: 'spam' })
  const entry = await lastEntry()
  expect(entry).not.toHaveProperty('ruleTitle')
  expect(entry).not.toHaveProperty('ruleText')
})

test('a batch under a rule that was removed meanwhile skips its items', async () => {
  await change([politics])
  const owner = await signUpWithThings(t)
  const id = crypto.randomUUID()
  const body = { ...underRule('own-1'), kind: 'video', subjectIds: [owner.videoId] }
  expect((await moderator.caller.put(`/api/batches/${id}`, body)).statusCode).toBe(200)
  await change([])
  await decideBatch(t.deps, jobOf({ batchId: id }))
  const reason = 'This rule was removed. Please choose another one.'
  expect(await t.rows('batchItems', { batchId: id })).toMatchObject([{ state: 'skipped', reason }])
  const late = await moderator.caller.put(`/api/batches/${crypto.randomUUID()}`, body)
  expect(late.statusCode).toBe(400)
})
