import { expect, test } from 'vitest'
import { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { ruleKeys } from '../../../../contract/moderation/rules.ts'
import { asDecision, factsOf, measureOf, newDraft } from './draft.ts'
import { measuresFor } from './measures.ts'

test('a case about one rule is decided in one key: rule, usual measure and a sentence are there', () => {
  const draft = newDraft(['spam', 'hate'])
  expect(asDecision(draft, 'comment')).toEqual({
    rule: 'spam',
    measure: 'hide',
    until: null,
    facts: 'The comment is repeated advertising, or misleads people about what it is.',
    note: null,
  })
})

test('nothing can be sent without a rule, or without facts', () => {
  const draft = { ...newDraft([]), chosenMeasure: 'none' } as const
  expect(asDecision(draft, 'video')).toBeUndefined()
  expect(asDecision({ ...draft, rule: 'spam', typedFacts: ' \n' }, 'video')).toBeUndefined()
  expect(asDecision({ ...draft, rule: 'spam' }, 'video')?.measure).toBe('none')
})

test('only what was found to be nothing stays quiet, whatever was ticked before', () => {
  const draft = { ...newDraft(['spam']), isQuiet: true }
  expect(asDecision(draft, 'video')).not.toHaveProperty('isQuiet')
  expect(asDecision({ ...draft, chosenMeasure: 'none' }, 'video')).toMatchObject({ isQuiet: true })
})

test('what was typed or chosen stays when the rule changes, what was proposed follows it', () => {
  const draft = newDraft(['spam'])
  expect(factsOf({ ...draft, rule: 'hate' }, 'video')).toMatch(/^The clip attacks people/)
  expect(factsOf({ ...draft, typedFacts: 'At 0:12 a sign says so.', rule: 'hate' }, 'video')).toBe(
    'At 0:12 a sign says so.',
  )
  expect(measureOf({ ...draft, chosenMeasure: 'warn', rule: 'impersonation' }, 'account')).toBe('warn')
  expect(measureOf({ ...draft, rule: 'impersonation' }, 'account')).toBe('restrict')
})

test('an end is sent for restricting and suspending only', () => {
  const draft = newDraft(['hate'])
  expect(asDecision({ ...draft, chosenMeasure: 'hide' }, 'video')?.until).toBeNull()
  expect(asDecision({ ...draft, chosenMeasure: 'suspend', days: undefined }, 'video')?.until).toBeNull()
  expect(Date.parse(asDecision({ ...draft, chosenMeasure: 'suspend' }, 'video')?.until ?? '')).toBeGreaterThan(
    Date.now(),
  )
})

test('the server takes whatever is proposed, for each rule, measure and kind', () => {
  for (const kind of ['video', 'comment', 'account'] as const) {
    for (const rule of ruleKeys) {
      for (const chosenMeasure of measuresFor(kind)) {
        const decision = asDecision({ ...newDraft([rule]), chosenMeasure }, kind)
        expect(DecisionBody.safeParse(decision).success, `${kind} ${rule} ${chosenMeasure}`).toBe(true)
      }
    }
  }
})
