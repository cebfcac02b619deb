import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Overview } from '../../../../contract/site/overview.ts'
import type { AdminPerson } from '../../../../contract/site/people.ts'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import type { Invitation } from '../../../../contract/account/invitations.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { appOfTest, insertVideos, testApp, testPerson } from '../../../test/test-app.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { connectPatiently } from '../../../test/connect-patiently.ts'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })

const signUpAs = async (columns: object) => (await t.signUp(columns)).user

/** Signs up a moderator, who is a member again after the test. */
async function signUpModerator() {
  const moderator = await t.signUp({ role: 'moderator' })
  onTestFinished(() => t.change('users', moderator.user.id, { role: 'member' }))
  return moderator
}

interface Page {
  people: AdminPerson[]
  nextCursor: string | null
}

const people = async (query: string) => (await admin.caller.get(`/api/people?${query}`)).json<Page>()
const idsOf = ({ people: listed }: Page) => listed.map(({ id }) => id)

test('the overview counts content, pending work and staff', async () => {
  const alone = await appOfTest()
  const { user: self, caller } = await alone.signUp({ role: 'admin' })
  const { user } = await alone.signUp()
  const [, hidden, failed] = await insertVideos(alone, user.id, 3)
  await alone.change('videos', hidden!, { isHidden: true, hiddenFor: ['file'] })
  await alone.change('videos', failed!, { streamFailure: 'Out of luck.' })
  await alone.db.transaction().execute((tx) => alone.deps.jobs.enqueue(tx, 'render-poster', { videoId: hidden! }))
  await alone.signUp({ isSample: true, userNumber: -1 })
  await alone.signUp({ waitingSince: '2026-01-01T00:00:00.000000Z' })
  const opened = { kind: 'video', subjectId: hidden!, source: 'report', snapshot: '{}' } as const
  await alone.insert('cases', { ...opened, openedAt: '2026-02-01T00:00:00.000000Z' })

  const process = { id: randomUUID(), role: 'worker', host: 'one', pid: 7, version: '0.1.0' } as const
  await alone.insert('processes', { ...process, beatAt: '2026-03-01T00:00:00.000000Z' })

  await alone.insert('backups', { endedAt: '2026-02-02T00:00:00Z', failure: null })
  await alone.insert('backups', { endedAt: '2026-02-03T00:00:00Z', failure: 'No room.' })

  const seen = (await caller.get('/api/overview')).json<Overview>()
  expect(seen).toMatchObject({
    people: { total: 3, newThisWeek: 3, signedIn: 4 },
    clips: { total: 3, hidden: 1, failed: 1, bytes: 3 },
    samples: 1,
    waiting: {
      cases: { count: 1, oldest: '2026-02-01T00:00:00.000000Z' },
      appeals: { count: 0, oldest: null },
      comments: { count: 0, oldest: null },
      accounts: { count: 1, oldest: '2026-01-01T00:00:00.000000Z' },
    },
    processes: [
      { role: 'worker', host: 'one', pid: 7, version: '0.1.0', isAlive: false, beatAt: '2026-03-01T00:00:00.000000Z' },
    ],
    queues: [{ name: 'render-poster', waiting: 1, running: 0, oldest: expect.any(String) }],
    machine: {
      version: expect.stringMatching(/^\d+\.\d+/),
      databaseVersion: expect.stringMatching(/^\d+\.\d/),
      isDiskLow: false,
      lastBackupAt: '2026-02-02T00:00:00.000000Z',
    },
    staff: [{ id: self.id, role: 'admin' }],
  })
  expect(seen.machine.databaseBytes).toBeGreaterThan(1_000_000)
})

test('people are found by part of their name or their whole e-mail address', async () => {
  const name = `kestrel${Date.now()}`
  const user = await signUpAs({ displayName: '100% Kestrel_Light', username: name })
  expect(idsOf(await people(`q=${encodeURIComponent('% kestrel_')}`))).toEqual([user.id])
  const byName = await people(`q=${name.toUpperCase()}`)
  expect(byName.people).toMatchObject([{ id: user.id, shownEmail: null, role: 'member', standing: 'active' }])

  const byAddress = await admin.caller.get(`/api/people?q=${encodeURIComponent(user.email.toUpperCase())}`)
  expect(byAddress.json<Page>().people).toMatchObject([{ id: user.id, shownEmail: 'u•••@example.org' }])
  expect(byAddress.body).not.toContain(user.email)
  expect(idsOf(await people(`q=${encodeURIComponent(user.email.slice(1))}`))).toEqual([])
})

test('people are found by e-mail domain, day of registration and lack of clips', async () => {
  const joinedOn = (joinedDate: string, email: string) => signUpAs({ joinedDate, email })
  const first = await joinedOn('2019-03-01T00:00:00.000000Z', 'one@wave.example')
  const second = await joinedOn('2019-03-01T23:59:59.999999Z', 'two@mx.wave.example')
  const later = await joinedOn('2019-03-02T00:00:00.000000Z', 'three@wave.example')
  await joinedOn('2019-03-01T12:00:00.000000Z', 'four@notwave.example')
  await insertVideos(t, later.id, 1)

  const byDomain = await admin.caller.get('/api/people?q=%40Wave.example')
  expect(idsOf(byDomain.json<Page>())).toEqual([later.id, second.id, first.id])
  expect(byDomain.body).not.toMatch(/•|wave/)
  for (const q of ['%40wave', '%40ave.example', '%40%25', '%40w_ve.example', '%40']) {
    expect([q, idsOf(await people(`q=${q}`))]).toEqual([q, []])
  }
  const onFirstDay = await people('q=%40wave.example&joinedFrom=2019-03-01&joinedUntil=2019-03-01')
  expect(idsOf(onFirstDay)).toEqual([second.id, first.id])
  expect(idsOf(await people('q=%40wave.example&joinedFrom=2019-03-02'))).toEqual([later.id])
  expect(idsOf(await people('q=%40wave.example&clips=none'))).toEqual([second.id, first.id])
})

test('all people who match e-mail domains or comments can be selected', async () => {
  const [first, second, third] = [await t.signUp(), await t.signUp(), await t.signUp()]
  const [videoId = ''] = await insertVideos(t, third.user.id, 1)
  const moveTo = (id: string, email: string) => t.change('users', id, { email })
  await moveTo(first.user.id, 'a@one.example')
  await moveTo(second.user.id, 'b@two.example')
  await first.caller.post(`/api/videos/${videoId}/comments`, { text: 'Buy 100% real WATCHES now' })
  await third.caller.post(`/api/videos/${videoId}/comments`, { text: 'Buy 1000 real watches' })
  const select = async (query: string) => (await admin.caller.get(`/api/people/ids?${query}`)).json<{ ids: string[] }>()
  const domains = `q=${encodeURIComponent('@one.example, @TWO.example\n@three.example')}`
  expect(idsOf(await people(domains))).toEqual([second.user.id, first.user.id])
  expect(await select(domains)).toEqual({ ids: [second.user.id, first.user.id], isCut: false })
  expect(idsOf(await people(`comment=${encodeURIComponent('100% real watches')}`))).toEqual([first.user.id])

  const ending = `q=${encodeURIComponent('@one.example, @two.example, ')}`
  expect(await select(ending)).toEqual({ ids: [second.user.id, first.user.id], isCut: false })
  expect(idsOf(await people(`q=${encodeURIComponent(',')}`))).toEqual([])
  // An empty filter would match all members.
  for (const query of ['', 'q=%20&comment=%20&clips=any']) {
    expect(await select(query)).toMatchObject({ code: 'VALIDATION_FAILED' })
  }

  // Staff and suspended accounts cannot be selected.
  await t.change('users', second.user.id, { role: 'moderator' })
  await t.change('users', first.user.id, { suspendedUntil: 'infinity' })
  onTestFinished(async () => {
    await t.change('users', second.user.id, { role: 'member' })
    await t.change('users', first.user.id, { suspendedUntil: null })
  })
  expect(await select(domains)).toEqual({ ids: [], isCut: false })
})

test('slow searches for people leave connections to other requests, and turns to other staff', async () => {
  const moderator = await signUpModerator()
  const search = ({ caller }: typeof moderator) => caller.get('/api/people?comment=unsaid')
  await using others = connectPatiently(t.databaseUrl)
  const [mine, theirs] = await others.transaction().execute(async (tx) => {
    await sql`lock table comments`.execute(tx)
    const sent = Array.from({ length: 12 }, () => search(admin))
    const refused = await Promise.race(sent)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
    const inTurn = search(moderator)
    await expect.poll(() => waitingForLocks(others)).toBe(2)
    expect((await t.visitor.get('/api/users')).statusCode).toBe(200)
    return [sent, inTurn]
  })
  expect((await theirs).json()).toMatchObject({ people: [] })
  const statuses = (await Promise.all(mine)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(11)
})

test('moderators find all accounts that were created with an invitation', async () => {
  const moderator = await signUpModerator()
  const body = { note: 'Film club', maxUses: 5, days: 7 }
  const created = (await admin.caller.post('/api/invitations', body)).json<{ link: string; invitation: Invitation }>()
  const invitation = created.link.split('#')[1]
  const ids: string[] = []
  for (const email of ['one@club.example', 'two@club.example']) {
    const reply = await t.visitor.post('/api/register', { email, password: 'secret1', invitation })
    ids.unshift(reply.json<OwnUser>().id)
  }
  const listed = async (query: string) => (await moderator.caller.get(`/api/people${query}`)).json<Page>()
  const { id } = created.invitation
  const byInvitation = await listed(`?invitation=${id}`)
  expect(byInvitation.people).toMatchObject(ids.map((each) => ({ id: each, invitation: { id, note: 'Film club' } })))
  expect((await listed('?limit=3')).people.at(-1)).toMatchObject({ id: moderator.user.id, invitation: null })
  expect(await listed(`/ids?invitation=${id}`)).toEqual({ ids, isCut: false })
})

test('moderators cannot find out to which person an e-mail address belongs', async () => {
  const moderator = await signUpModerator()
  const waiting = await signUpAs({ waitingSince: '2026-01-01T00:00:00.000000Z' })
  onTestFinished(() => t.change('users', waiting.id, { waitingSince: null }))
  const listed = async (query: string) => (await moderator.caller.get(`/api/people?${query}`)).json<Page>()
  expect(idsOf(await listed(`q=${encodeURIComponent(waiting.email)}`))).toEqual([])
  expect((await listed('show=waiting')).people).toContainEqual(
    expect.objectContaining({ id: waiting.id, joinRequest: null, shownEmail: null }),
  )
})

test.each(['joinedFrom=2026-02-30', 'joinedUntil=0000-01-01', 'joinedFrom=yesterday', 'clips=many'])(
  'a list of people with %s is refused',
  async (query) => {
    expect((await admin.caller.get(`/api/people?${query}`)).statusCode).toBe(400)
  },
)

test('restricted accounts, staff and accounts awaiting approval have separate lists with pages', async () => {
  const [restricted, suspended] = [
    await signUpAs({ restrictedUntil: '2099-01-01T00:00:00.000000Z' }),
    await signUpAs({ isHidden: true, hiddenFor: ['suspension'], suspendedUntil: 'infinity' }),
  ]
  const measured = await people('show=measured')
  expect(idsOf(measured)).toEqual([suspended.id, restricted.id])
  expect(measured.people).toMatchObject([
    { standing: 'suspended', standingUntil: null },
    { standing: 'restricted', standingUntil: '2099-01-01T00:00:00.000000Z' },
  ])
  expect(idsOf(await people('show=staff'))).toEqual([admin.user.id])

  const first = await people('show=measured&limit=1')
  expect(idsOf(await people(`show=measured&limit=1&cursor=${first.nextCursor}`))).toEqual([restricted.id])

  const waiting = await signUpAs({ waitingSince: '2026-03-01T00:00:00Z' })
  const refused = await signUpAs({ waitingSince: '2026-03-01T00:00:00Z' })
  await t.insert('joinRequests', { userId: waiting.id, reason: 'I film tides.' })
  const answered = { answer: 'No.', answeredAt: '2026-03-02T00:00:00Z' }
  await t.insert('joinRequests', { userId: refused.id, ...answered })
  const { people: listed } = await people('show=waiting')
  expect(listed.at(-1)).toMatchObject({ id: waiting.id, joinRequest: { reason: 'I film tides.', answer: null } })
  expect(listed.map(({ id }) => id)).not.toContain(refused.id)
})

test('the staff log names the actor, action and subject', async () => {
  const user = await signUpAs({ displayName: 'Kestrel' })
  await writeStaffLog(t.db, admin.user.id, 'change-role', { personId: user.id, from: 'member', to: 'moderator' })
  await writeStaffLog(t.db, null, 'undo', { byPersonId: user.id, since: '2026-01-01T00:00:00Z', decisions: 3 })
  const log = async (query: string) =>
    (await admin.caller.get(`/api/staff-log?${query}`)).json<{ lines: StaffLogLine[]; nextCursor: string | null }>()
  const { lines, nextCursor } = await log('limit=1')
  expect(lines).toMatchObject([
    {
      act: 'undo',
      actor: null,
      person: { id: user.id, name: 'Kestrel' },
      facts: expect.arrayContaining([{ name: 'decisions', value: '3' }]),
    },
  ])
  expect((await log(`limit=1&cursor=${nextCursor}`)).lines).toMatchObject([
    {
      act: 'change-role',
      actor: { id: admin.user.id, name: 'Somebody' },
      person: { id: user.id, name: 'Kestrel' },
      facts: [
        { name: 'to', value: 'moderator' },
        { name: 'from', value: 'member' },
      ],
    },
  ])
})

test('one request removes the samples and adds a line to the staff log', async () => {
  await signUpAs({ isSample: true, userNumber: -2 })
  const reply = await admin.caller.delete('/api/samples')
  expect(reply.json()).toMatchObject({ creators: expect.any(Number), clips: 0 })
  expect((await admin.caller.get('/api/overview')).json<Overview>().samples).toBe(0)
  expect((await t.rows('staffLog', {}, 'id')).at(-1)?.act).toBe('remove-samples')
})
