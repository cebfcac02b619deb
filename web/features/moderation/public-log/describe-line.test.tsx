import { expect, test } from 'vitest'
import type { LogEntry } from '../../../../contract/moderation/public-log.ts'
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
  [{ measure: 'none' }, 'No violation was found in a clip'],
  [{ measure: 'warn', kind: 'comment' }, 'An account was warned because of a comment'],
  [{ measure: 'warn', kind: 'account' }, 'An account was warned'],
  [{ measure: 'restrict', duration: 'weeks' }, 'An account was restricted for some weeks because of a clip'],
  [{ measure: 'suspend', kind: 'account', duration: 'unlimited' }, 'An account was suspended until lifted'],
  [{ event: 'upheld' }, 'The hiding of a clip was upheld on appeal'],
  [{ event: 'reversed', measure: 'warn' }, 'The warning to an account was reversed'],
  [{ event: 'over', measure: 'restrict', duration: 'days' }, 'The restriction of an account ended'],
])('%o: %s', (changed, words) => {
  expect(describeEvent({ ...entry, ...changed })).toBe(words)
})

test('the details below a line of the log name the rule and the source', () => {
  expect(describeCircumstances(entry)).toEqual(['No spam or deception', 'after a report'])
  expect(describeCircumstances({ ...entry, event: 'upheld', detected: 'hold', sameJudge: true })).toEqual([
    'No spam or deception',
    'was pending review',
    'appeal answered by the same moderator',
  ])
})
