import { expect, test } from 'vitest'
import type { LogEntry } from '../../../../contract/moderation/log.ts'
import { describeCircumstances, describeEvent } from './describe-line.ts'

const entry: LogEntry = {
  event: 'decided',
  kind: 'video',
  rule: 'spam',
  measure: 'hide',
  duration: null,
  source: 'report',
  detected: 'person',
  sameJudge: false,
}

test.each<[Partial<LogEntry>, string]>([
  [{}, 'A clip was hidden'],
  [{ kind: 'comment' }, 'A comment was hidden'],
  [{ measure: 'none' }, 'Nothing against the rules was found in a clip'],
  [{ measure: 'warn', kind: 'comment' }, 'Somebody was warned about a comment'],
  [{ measure: 'warn', kind: 'account' }, 'Somebody was warned'],
  [{ measure: 'restrict', duration: 'weeks' }, 'An account was restricted for some weeks, because of a clip'],
  [{ measure: 'suspend', kind: 'account', duration: 'unlimited' }, 'An account was suspended until somebody lifts it'],
  [{ event: 'upheld' }, 'On appeal, the hiding of a clip was confirmed'],
  [{ event: 'reversed', measure: 'warn' }, 'A warning was taken back'],
  [{ event: 'over', measure: 'restrict', duration: 'days' }, 'The restriction of an account ended'],
])('%o: %s', (changed, words) => {
  expect(describeEvent({ ...entry, ...changed })).toBe(words)
})

test('the circumstances of a line are its rule and its source', () => {
  expect(describeCircumstances(entry)).toEqual(['No spam, no deception', 'after a report'])
  expect(describeCircumstances({ ...entry, event: 'upheld', detected: 'hold', sameJudge: true })).toEqual([
    'No spam, no deception',
    'had waited for a look',
    'judged by whoever decided it: the site has one moderator',
  ])
})
