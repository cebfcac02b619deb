import { expect, test } from 'vitest'
import type { Statement } from '../../../../contract/moderation/decisions.ts'
import { announce, headingOf, meaningOf } from './describe-statement.ts'

const statement: Statement = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'video',
  subject: 'Dunes',
  videoId: null,
  measure: 'hide',
  until: null,
  rule: 'spam',
  ruleTitle: 'No spam or deception',
  ruleText: 'No repeated advertising.',
  facts: 'It advertises.',
  source: 'report',
  detected: 'person',
  decidedOn: '2026-11-22',
  state: 'in-force',
  isPermanent: false,
  isSeen: false,
  appealUntil: '2027-05-25',
  mayAppeal: true,
  lifted: null,
  appeal: null,
  mayCounter: false,
  counterNotice: null,
}
const answered = {
  text: 'Please look again.',
  day: '2026-11-23',
  outcome: 'upheld',
  answer: 'We did.',
  answeredOn: '2026-11-24',
  sameJudge: false,
} as const

test.each<[Partial<Statement>, string, string]>([
  [{}, 'The moderators hid your clip “Dunes”.', 'Your clip “Dunes” was hidden'],
  [
    { kind: 'comment', subject: `Look\n${'here '.repeat(40)}` },
    'The moderators hid your comment “Look here here here here here here here here here here here…”.',
    'Your comment “Look here here here here here here here here here here here…” was hidden',
  ],
  [
    { kind: 'account', subject: 'Somebody', measure: 'suspend' },
    'The moderators suspended your account.',
    'Your account was suspended',
  ],
  [
    { measure: 'restrict' },
    'The moderators restricted your account because of your clip “Dunes”.',
    'Your account was restricted because of your clip “Dunes”',
  ],
  [
    { measure: 'warn' },
    'The moderators warned you about your clip “Dunes”.',
    'You were warned about your clip “Dunes”',
  ],
  [
    { appeal: answered },
    'The moderators answered your appeal about your clip “Dunes”.',
    'Your clip “Dunes” was hidden',
  ],
  [
    { state: 'reversed', appeal: answered, lifted: { day: '2026-12-01', answer: 'On second thoughts.' } },
    'The moderators reversed their decision about your clip “Dunes”.',
    'Your clip “Dunes” was hidden',
  ],
  [
    { state: 'reversed' },
    'The moderators reversed their decision about your clip “Dunes”.',
    'Your clip “Dunes” was hidden',
  ],
])('%o', (changed, news, heading) => {
  expect([announce({ ...statement, ...changed }), headingOf({ ...statement, ...changed })]).toEqual([news, heading])
})

test('an enforcement with an end date states the date', () => {
  const restricted = { ...statement, measure: 'restrict', until: '2026-12-03T00:00:00Z' } as const
  expect(meaningOf(restricted)).toMatch(/^Until .*2026, you can browse/)
  expect(meaningOf({ ...restricted, until: null })).toMatch(/^Until the moderators lift this, you can browse/)
})
