import { expect, test } from 'vitest'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { describeAct } from './describe-act.ts'

const [ada, bob] = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
]

const line = (act: string, others: Partial<StaffLogLine>, facts: Record<string, string> = {}): StaffLogLine => ({
  id: '1',
  at: '2026-01-01T00:00:00Z',
  act,
  actor: ada,
  person: null,
  facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
  ...others,
})

test.each([
  [
    line('change-role', { person: bob }, { from: 'member', to: 'moderator' }),
    'Ada made Bob a moderator, who was a member.',
  ],
  [
    line('change-role', { person: ada }, { from: 'member', to: 'admin', byLink: 'true' }),
    'Ada made themselves an admin by the link of the console, who was a member.',
  ],
  [line('draw-link', { actor: null }), 'Whoever runs the machine drew a link that makes somebody an admin.'],
  [
    line('change-settings', {}, { setting: 'registration', from: 'open', to: 'approval' }),
    'Ada changed who may register: by approval.',
  ],
  [
    line('change-settings', {}, { setting: 'verifiedOnly', from: 'false', to: 'true' }),
    'Ada changed whether publishing and commenting need a confirmed address: on.',
  ],
  [
    line('change-settings', {}, { setting: 'staffPasskeys', from: 'true', to: 'false' }),
    'Ada changed whether staff need a passkey: off.',
  ],
  [
    line('decide', {}, { kind: 'account', measure: 'warn', rule: 'spam' }),
    'Ada decided a case of an account: a warning, rule “No spam, no deception”.',
  ],
  [line('change-settings', {}, { setting: 'heldWords' }), 'Ada changed the words that wait.'],
  [
    line('let-in', { actor: { id: '9', name: null }, person: { id: '8', name: null } }),
    'Somebody who is gone let somebody who is gone in.',
  ],
  [
    line('undo', { actor: null, person: bob }, { decisions: '300' }),
    'Whoever runs the machine undid what Bob had decided (300 decisions).',
  ],
  [line('of-a-later-version', {}), 'Ada of-a-later-version.'],
])('%#: %s', (act, words) => {
  expect(describeAct(act)).toBe(words)
})
