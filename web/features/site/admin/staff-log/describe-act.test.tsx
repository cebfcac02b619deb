import { expect, test } from 'vitest'
import type { StaffLogLine } from '../../../../../contract/site/staff-log.ts'
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
    line('make-batch', {}, { kind: 'account', count: '300', measure: 'suspend', rule: 'spam' }),
    'Ada decided about 300 accounts at once: suspended, rule “No spam or deception”.',
  ],
  [
    line('change-role', { person: bob }, { from: 'member', to: 'moderator' }),
    'Ada made Bob a moderator (previously a member).',
  ],
  [
    line('change-role', { person: ada }, { from: 'member', to: 'admin', byLink: 'true' }),
    'Ada became an admin using the console link (previously a member).',
  ],
  [line('draw-link', { actor: null }), 'The server operator created a link for becoming an admin.'],
  [
    line('change-settings', {}, { setting: 'registration', from: 'open', to: 'approval' }),
    'Ada changed registration: by approval.',
  ],
  [
    line('change-settings', {}, { setting: 'verifiedOnly', from: 'false', to: 'true' }),
    'Ada changed confirmed email before posting: on.',
  ],
  [
    line('decide', {}, { kind: 'account', measure: 'warn', rule: 'spam' }),
    'Ada decided a case about an account: a warning, rule “No spam or deception”.',
  ],
  [
    line('change-settings', {}, { setting: 'storageLimitGb', from: '10', to: '50' }),
    'Ada changed storage per person: 50 GB.',
  ],
  [
    line('change-storage-limit', { person: bob }, { from: 'null', to: '25' }),
    'Ada set the storage limit of Bob to 25 GB.',
  ],
  [
    line('change-storage-limit', { person: bob }, { from: '25', to: 'null' }),
    'Ada set the storage limit of Bob to the default.',
  ],
  [line('change-settings', {}, { setting: 'heldWords' }), 'Ada changed the review word list.'],
  [
    line('let-in', { actor: { id: '9', name: null }, person: { id: '8', name: null } }),
    'A deleted account approved a deleted account.',
  ],
  [line('remove-samples', {}, { clips: '1' }), 'Ada removed the samples (1 clip).'],
  [
    line('create-invitation', {}, { invitationId: 'i', maxUses: '30', days: '7' }),
    'Ada created an invitation link for 30 accounts, valid for 7 days.',
  ],
  [
    line('create-invitation', {}, { invitationId: 'i', maxUses: '1', days: 'null' }),
    'Ada created an invitation link for 1 account, without an expiry.',
  ],
  [
    line('revoke-invitation', {}, { invitationId: 'i', maxUses: '30', usesCount: '12' }),
    'Ada revoked an invitation link with which 12 of 30 accounts had been created.',
  ],
  [line('of-a-later-version', {}), 'Ada of-a-later-version.'],
])('%#: %s', (act, words) => {
  expect(describeAct(act)).toBe(words)
})
