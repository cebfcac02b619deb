import { expect, onTestFinished, test, vi } from 'vitest'
import { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { ruleKeys } from '../../../../contract/moderation/rules.ts'
import { toDecision, type Draft, newDraft } from './draft.ts'
import { beginFacts } from './facts.ts'
import { enforcementsFor } from './enforcements.ts'
import { sendLabel } from './send-label.ts'

const complete: Draft = { ...newDraft(['spam', 'hate']), measure: 'hide', facts: 'At 0:12 a sign sells watches.' }

test('a decision contains the reported rule, the chosen enforcement and the typed facts', () => {
  expect(toDecision(complete, 'comment')).toEqual({
    rule: 'spam',
    measure: 'hide',
    until: null,
    facts: 'At 0:12 a sign sells watches.',
    note: null,
  })
})

test.each<[missing: string, Partial<Draft>]>([
  ['a rule', { rule: undefined }],
  ['an enforcement', { measure: undefined }],
  ['facts', { facts: ' \n' }],
  ['more than the suggested beginning of a sentence', { facts: beginFacts('spam', 'video') }],
  ['more than the suggested beginning for another rule', { facts: beginFacts('hate', 'video') }],
])('a decision cannot be sent without %s', (_missing, changed) => {
  expect(toDecision({ ...complete, ...changed }, 'video')).toBeUndefined()
})

test('a suggested sentence is specific enough once the moderator adds a timestamp', () => {
  const facts = `${beginFacts('spam', 'video')}0:12–0:15`
  expect(toDecision({ ...complete, facts }, 'video')).toMatchObject({ facts })
})

test('only a decision without a finding needs no facts and can silence further reports', () => {
  const draft = { ...complete, facts: '', isQuiet: true }
  expect(toDecision({ ...draft, measure: 'none' }, 'video')).toMatchObject({
    facts: 'The clip was reviewed. It doesn’t break the rule “No spam or deception”.',
    isQuiet: true,
  })
  expect(toDecision({ ...complete, isQuiet: true }, 'video')).not.toHaveProperty('isQuiet')
})

test('only restrictions and suspensions are sent with an end date', () => {
  expect(toDecision(complete, 'video')?.until).toBeNull()
  expect(toDecision({ ...complete, measure: 'suspend', days: undefined }, 'video')?.until).toBeNull()
  expect(Date.parse(toDecision({ ...complete, measure: 'suspend' }, 'video')?.until ?? '')).toBeGreaterThan(Date.now())
})

test('the button names the year of an end that is not in this year', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const labelFor = (days: number) => sendLabel({ ...complete, measure: 'suspend', days }, 'account', undefined)
  expect(labelFor(7)).toMatch(/^Suspend until (\w+ 5|5 \w+)$/)
  expect(labelFor(365)).toMatch(/28.*2027/)
})

test('the server accepts a complete decision for each rule, enforcement and kind', () => {
  for (const kind of ['video', 'comment', 'account'] as const) {
    for (const rule of ruleKeys) {
      for (const measure of enforcementsFor(kind)) {
        const decision = toDecision({ ...complete, rule, measure }, kind)
        expect(DecisionBody.safeParse(decision).success, `${kind} ${rule} ${measure}`).toBe(true)
      }
    }
  }
})
