import { expect, test } from 'vitest'
import type { RuleKey } from '../../../../../contract/moderation/rules.ts'
import type { OwnUser } from '../../../../../contract/account/users.ts'
import { isSignedIn, openStream, signInOn } from '../../../../test/clients/devices.ts'
import { testApp } from '../../../../test/test-app.ts'
import { decideAbout, decision } from '../people.fixture.ts'

const t = testApp()

test('a suspension ends the user’s sessions, and the user can sign in again', async () => {
  const [{ user, caller }, admin] = [await t.signUp(), await t.signUp({ role: 'admin' })]
  const suspend = (rule: RuleKey) =>
    decideAbout(admin, { kind: 'account', subjectId: user.id }, decision('suspend', { rule }))
  const other = await signInOn(t, user.email)
  const streams = [await openStream(caller), await openStream(other)]
  const { id } = await suspend('spam')
  await Promise.all(streams.map(({ ended }) => ended))
  expect([await isSignedIn(caller), await isSignedIn(other)]).toEqual([false, false])

  const back = await signInOn(t, user.email)
  expect((await back.get('/api/user')).json<OwnUser>().standing).toBe('suspended')
  const appeal = await back.post(`/api/account/decisions/${id}/appeal`, { text: 'These are no watches.' })
  expect(appeal.statusCode).toBe(201)
  // A further decision does not end the session with which the user can appeal.
  await suspend('hate')
  expect(await isSignedIn(back)).toBe(true)
})
