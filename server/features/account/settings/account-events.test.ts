import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountEvent } from '../../../../contract/account/account-events.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { sweep } from '../../../sweep.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'
import { recordAccountEvent } from './account-events.queries.ts'

const t = testApp()

const eventsOf = async (caller: Caller) =>
  (await caller.get('/api/account/events')).json<{ events: AccountEvent[] }>().events
const unseenOf = async (caller: Caller) => (await caller.get('/api/user')).json<OwnUser>().unseenEvents
const markSeen = (caller: Caller, ids: string[]) => caller.post('/api/account/events/seen', { ids })

test('account events are unseen until their owner marks them', async () => {
  const [{ user, caller }, stranger] = [await t.signUp(), await t.signUp()]
  await recordAccountEvent(t.db, t.deps, { userId: user.id, kind: 'passkey-added', detail: 'My phone' })
  await recordAccountEvent(t.db, t.deps, { userId: user.id, kind: 'password-changed' })
  expect(await unseenOf(caller)).toBe(2)
  const events = await eventsOf(caller)
  expect(events).toMatchObject([
    { kind: 'password-changed', detail: null, isSeen: false },
    { kind: 'passkey-added', detail: 'My phone', isSeen: false },
  ])
  const ids = events.map(({ id }) => id)
  expect(await eventsOf(stranger.caller)).toEqual([])
  expect((await markSeen(stranger.caller, ids)).statusCode).toBe(204)
  expect(await unseenOf(caller)).toBe(2)
  expect((await markSeen(caller, ids.slice(0, 1))).statusCode).toBe(204)
  expect(await unseenOf(caller)).toBe(1)
  expect((await eventsOf(caller)).map(({ isSeen }) => isSeen)).toEqual([true, false])
})

test('the newest fifty events are listed, and each is deleted after a year', async () => {
  const { user, caller } = await t.signUp()
  await sql`
    insert into account_events (user_id, kind, at)
    select ${user.id}, 'password-changed', now() - i * interval '8 days' from generate_series(0, 59) as i`.execute(t.db)
  expect(await eventsOf(caller)).toHaveLength(50)
  await sweep(t.deps)
  expect(await eventsOf(caller)).toHaveLength(46)
})

test('each sweep deletes at most a thousand events', async () => {
  const { user } = await t.signUp()
  await sql`
    insert into account_events (user_id, kind, at)
    select ${user.id}, 'password-changed', now() - interval '2 years' from generate_series(1, 1001)`.execute(t.db)
  const left = async () => (await t.rows('accountEvents', { userId: user.id })).length
  for (const expected of [1, 0]) {
    await sweep(t.deps)
    expect(await left()).toBe(expected)
  }
})
