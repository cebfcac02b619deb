import { expect, test } from 'vitest'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import { buildStatement } from '../../../test/build.ts'
import { announce, headingOf, meaningOf } from './describe-statement.ts'

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
])('%o', (changed, news, heading) => {
  const statement = buildStatement(changed)
  expect([announce(statement), headingOf(statement)]).toEqual([news, heading])
})

test('the statement about an enforcement with an end date names the date', () => {
  const restricted = buildStatement({ measure: 'restrict', until: '2026-12-03T00:00:00Z' })
  expect(meaningOf(restricted)).toMatch(/^Until .*2026, you can browse/)
  expect(meaningOf({ ...restricted, until: null })).toMatch(/^Until the moderators lift this, you can browse/)
})
