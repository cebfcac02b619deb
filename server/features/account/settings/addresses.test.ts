import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addressOf,
  operationNames,
  operations,
  send,
  type OperationName,
} from '../../../test/clients/contract-calls.ts'
import { publish, testApp } from '../../../test/test-app.ts'
import { decideAbout, decision, writeComment } from '../../moderation/decisions/people.fixture.ts'
import { filesOf, partOf } from '../export/export.fixture.ts'

const t = testApp()

/** An account with every kind of address: the present one, the pending one, the former one. */
async function signUpCanary() {
  const person = await t.signUp()
  const [next, former] = [`${randomUUID()}@canary.example`, `${randomUUID()}@canary.example`]
  const { id: userId } = person.user
  const doneAt = new Date().toISOString()
  await t.insert('emailChanges', { userId, email: next })
  await t.insert('emailChanges', { userId, email: person.user.email, former, formerIsProven: true, doneAt })
  await t.insert('accountEvents', { userId, kind: 'email-changed' })
  return { ...person, addresses: [person.user.email, next, former] }
}

/** Returns the replies of a reading operation for each existing object. */
async function read(caller: typeof t.visitor, name: OperationName, things: string[], username: string) {
  const endpoint = operations[name]
  const replies: string[] = []
  for (const id of endpoint.path.includes(':') ? [...things, username] : ['']) {
    const url = addressOf(endpoint, { id, userId: id, targetId: id, username: id, name: id, part: '0' })
    replies.push((await send(caller, endpoint, { url })).body)
  }
  return replies.join('\n')
}

test('an account’s address appears in no reply or export of others', async () => {
  const [canary, stranger, moderator, admin] = [
    await signUpCanary(),
    await t.signUp(),
    await t.signUp({ role: 'moderator' }),
    await t.signUp({ role: 'admin' }),
  ]
  const clip = await publish(canary.caller)
  const theirs = await publish(stranger.caller)
  const comment = await writeComment(canary.caller, theirs.id, 'Lovely')
  await canary.caller.post(`/api/videos/${theirs.id}/like`)
  await canary.caller.post(`/api/users/${stranger.user.id}/follow`)
  await stranger.caller.post(`/api/users/${canary.user.id}/follow`)
  await canary.caller.post(`/api/videos/${theirs.id}/report`, { reason: 'spam' })
  await stranger.caller.post(`/api/videos/${clip.id}/report`, { reason: 'spam' })
  const { id } = await decideAbout(moderator, { kind: 'video', subjectId: clip.id }, decision('warn'))
  const cases = await t.rows('cases')
  const things = [canary.user.id, clip.id, theirs.id, comment, id, ...cases.map((one) => one.id)]

  const reading = operationNames.filter((name) => operations[name].method === 'GET')
  for (const caller of [t.visitor, stranger.caller, moderator.caller, admin.caller]) {
    for (const name of reading) {
      const said = await read(caller, name, things, canary.user.username!)
      expect([name, canary.addresses.filter((address) => said.includes(address))]).toEqual([name, []])
    }
  }
  // This proves that the search looks in the right places. Replies contain the name, and the owner's account contains
  // the addresses.
  expect((await admin.caller.get('/api/people')).body).toContain(canary.user.username)
  const own = (await canary.caller.get('/api/user')).body + (await canary.caller.get('/api/account')).body
  expect(own).toContain(canary.addresses[0])
  expect(own).toContain(canary.addresses[1])

  const taken = [...(await filesOf(stranger.caller, await partOf(stranger.caller, 0))).values()].join('\n')
  expect(taken).toContain(canary.user.username)
  expect(canary.addresses.filter((address) => taken.includes(address))).toEqual([])
  for (const role of ['moderator', 'admin']) {
    const changed = await admin.caller.put(`/api/people/${canary.user.id}/role`, { role })
    const link = await admin.caller.post(`/api/people/${canary.user.id}/reset-link`)
    expect(canary.addresses.filter((address) => (changed.body + link.body).includes(address))).toEqual([])
  }
})
