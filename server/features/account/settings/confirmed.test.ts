import { randomUUID } from 'node:crypto'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { errorsOf } from '../../../../contract/endpoint.ts'
import {
  addressOf,
  operationNames,
  operations,
  send,
  type OperationName,
} from '../../../test/clients/contract-calls.ts'
import { testApp } from '../../../test/test-app.ts'

const t = testApp()

const isOfStaff = (name: OperationName) =>
  /^\/api\/(people|invitations|site-settings|samples|batches|cases\/:id\/erase|decisions\/:id\/court-action)/.test(
    operations[name].path,
  )

/**
 * The calls that a stolen session must not make. Decisions have tests of their own, because only some of them need a
 * confirmation.
 */
const sensitive = operationNames.filter((name) => {
  const needsConfirmation = errorsOf(operations[name]).includes('CONFIRM_REQUIRED')
  return needsConfirmation && (/^\/api\/(account|passkeys)/.test(operations[name].path) || isOfStaff(name))
})

/** Request bodies of the calls that take one. */
const bodies: Partial<Record<OperationName, object>> = {
  changePassword: { new: 'a good secret' },
  changeEmail: { email: 'new@example.org' },
  requestDeletion: { name: 'whoever' },
  changeRole: { role: 'admin' },
  changeStorageLimit: { storageLimitGb: 1 },
  changeSiteSettings: { holds: false },
  createInvitation: { maxUses: 1, days: 7 },
  deleteAccount: { reason: 'Spam' },
  changePasskeysOnly: { isOn: true },
  markCourtAction: { isCourtAction: true },
  removeVideoPermanently: { rule: 'nudity', facts: 'At 0:02.' },
  makeBatch: { rule: 'spam', measure: 'warn', facts: 'Spam.', kind: 'account', subjectIds: [randomUUID()] },
  undoBatch: { answer: 'A mistake.' },
  createPasskeyChallenge: { purpose: 'add' },
  addPasskey: { name: 'A key', credentialId: 'eA', clientDataJSON: 'eA', attestationObject: 'eA' },
}

test('every call that a stolen session must not make needs a recent confirmation', () => {
  // The list is written out. A call that no longer declares CONFIRM_REQUIRED would otherwise drop out of the test.
  expect(sensitive.toSorted()).toEqual(
    [
      'addPasskey',
      'requestDeletion',
      'changeEmail',
      'changePassword',
      'changePasskeysOnly',
      'changeRole',
      'changeSiteSettings',
      'changeStorageLimit',
      'createInvitation',
      'createPasskeyChallenge',
      'deleteAccount',
      'endDevice',
      'endOtherDevices',
      'getExport',
      'getExportPart',
      'makeBatch',
      'makeRecoveryCodes',
      'makeResetLink',
      'markCourtAction',
      'removePasskey',
      'removeSamples',
      'removeVideoPermanently',
      'resetLimits',
      'restoreAccount',
      'undoBatch',
    ].toSorted(),
  )
})

test('each of these calls is refused without a recent confirmation, and changes nothing', async () => {
  const { user, caller } = await t.signUp()
  await t.visitor.post('/api/login', { email: user.email, password: 'secret1' })
  await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(t.db)
  for (const name of sensitive) {
    // An account whose password is switched off cannot confirm with it.
    const asks = { passwordSignIn: name !== 'changePassword', role: isOfStaff(name) ? 'admin' : 'member' } as const
    await t.change('users', user.id, asks)
    const before = await everything()
    const { path } = operations[name]
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, randomUUID()]))
    const request = { url: addressOf(operations[name], params), ...(bodies[name] && { payload: bodies[name] }) }
    const reply = await send(caller, operations[name], request)
    expect([name, reply.statusCode, reply.json<ErrorReply>().code]).toEqual([name, 403, 'CONFIRM_REQUIRED'])
    expect([name, await everything()]).toEqual([name, before])
  }
})

test('a confirmation that was typed while the clock was ahead does not count', async () => {
  const { user, caller } = await t.signUp()
  await t.change('sessions', { userId: user.id }, { confirmedAt: sql<string>`now() + interval '1 hour'` })
  expect((await caller.get('/api/account/export')).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
})

/** Returns a digest of every row, except the rate limits, which count every call. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(query_to_xml(format('select * from %I order by 1', tablename), true, true, '')::text, ''
      order by tablename)) as digest
    from pg_tables where schemaname = 'public' and tablename <> 'rate_limits'`.execute(t.db)
  return rows[0]!.digest
}
